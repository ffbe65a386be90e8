import type { CompleteBundle } from "./Bundle.js"

/** French, formal address; `\u00a0` is the non-breaking space that French typography puts next to `« » : ;`. */
export const fr: CompleteBundle = {
  common: {
    acceptAll: "Tout accepter",
    rejectAll: "Tout refuser",
    customize: "Paramétrer mes choix",
    save: "Enregistrer mes choix",
    close: "Fermer",
    securedBy: "Propulsé par",
    dismiss: "Masquer",
    acknowledge: "J’ai compris",
    unavailable:
      "Tout ne peut pas être chargé pour le moment. Vous pouvez refuser ou retirer votre consentement maintenant et le donner plus tard.",
    alwaysActive: "Toujours actif",
    language: "Langue",
  },
  cookieBanner: {
    title: "Les cookies et votre vie privée",
    description:
      "Nous utilisons des cookies pour faire fonctionner ce site et, avec votre accord, pour des fonctionnalités supplémentaires, la personnalisation, la mesure d’audience et le marketing. Vous pouvez changer d’avis à tout moment.",
    noticeTitle: "Notre utilisation des cookies",
    noticeDescription:
      "Nous utilisons des cookies pour faire fonctionner ce site et pour des finalités facultatives comme la mesure d’audience et le marketing. Vous pouvez vous y opposer à tout moment dans vos préférences de confidentialité.",
  },
  consentManagerDialog: {
    title: "Préférences de confidentialité",
    description:
      "Choisissez les finalités facultatives que vous autorisez. Les cookies strictement nécessaires sont toujours actifs, car ce site ne peut pas fonctionner sans eux. Vous pouvez modifier vos choix à tout moment.",
    vendors: {
      title: "Fournisseurs ({count})",
      switchLabel: "Autoriser {vendor}",
      disabledByCategory: "Disponible uniquement lorsque cette catégorie est autorisée.",
      privacyPolicy: "Politique de confidentialité",
    },
    cookies: { title: "Cookies ({count})", name: "Nom", purpose: "Finalité", duration: "Durée" },
  },
  consentTypes: {
    necessary: {
      title: "Strictement nécessaires",
      description:
        "Ils assurent les fonctions de base de ce site, comme la sécurité, la navigation et l’enregistrement de vos choix en matière de confidentialité. Ils ne peuvent pas être désactivés.",
    },
    functionality: {
      title: "Fonctionnalités",
      description:
        "Ils permettent des fonctionnalités supplémentaires, comme la mémorisation de vos réglages, la messagerie instantanée ou les vidéos intégrées.",
    },
    experience: {
      title: "Personnalisation",
      description:
        "Ils adaptent le contenu et la présentation de ce site à vos centres d’intérêt et à la façon dont vous l’utilisez.",
    },
    measurement: {
      title: "Mesure d’audience",
      description:
        "Ils nous montrent comment ce site est utilisé, par exemple quelles pages sont consultées et où des erreurs se produisent, afin que nous puissions l’améliorer.",
    },
    marketing: {
      title: "Marketing",
      description:
        "Ils servent à sélectionner des publicités, à mesurer leur efficacité et à établir un profil de vos centres d’intérêt, y compris d’un site à l’autre.",
    },
  },
  consentGate: {
    title: "Ce contenu nécessite votre autorisation pour «\u00a0{category}\u00a0»",
    actionButton: "Autoriser «\u00a0{category}\u00a0»",
    policyBlocked:
      "Ce contenu n’est pas disponible en raison des règles de confidentialité applicables à votre visite.",
    loading: "Chargement du contenu…",
    error: "Ce contenu n’a pas pu être chargé.",
    provider: "Fournisseur\u00a0: {vendor}",
    once: "Charger cette fois",
    always: "Toujours autoriser",
  },
  legalLinks: {
    privacyPolicy: "Politique de confidentialité",
    cookiePolicy: "Politique relative aux cookies",
    termsOfService: "Conditions d’utilisation",
  },
  rights: {
    optOut: "Ne pas vendre ni partager mes données personnelles",
    preferences: "Préférences de confidentialité",
  },
  iab: {
    banner: {
      title: "L’utilisation de vos données",
      description:
        "Nous et {partnerCount} vous demandons votre consentement pour stocker des informations sur votre appareil, accéder à ces informations et traiter des données personnelles, telles que des identifiants uniques et des données de navigation, pour les finalités indiquées ici. Vous décidez finalité par finalité et pouvez à tout moment retirer votre consentement ou modifier vos choix dans les préférences de confidentialité.",
      partnersLink: "nos {count} partenaires",
      andMore: "et {count} de plus",
      legitimateInterestNotice:
        "Certains partenaires traitent des données sur la base de leur intérêt légitime, sans demander de consentement. Vous avez le droit de vous y opposer dans les préférences de confidentialité.",
      scopeServiceSpecific: "Vos choix s’appliquent uniquement à ce site web.",
      scopeGroup: "Vos choix s’appliquent à tous les sites web de notre groupe.",
    },
    preferenceCenter: {
      title: "Préférences de confidentialité",
      description:
        "Vous pouvez décider ici, pour chaque finalité et chaque partenaire, si vous consentez au traitement de vos données. Vous pouvez également vous opposer aux traitements fondés sur l’intérêt légitime.",
      tabs: { purposes: "Finalités", vendors: "Partenaires" },
      purposeItem: {
        partners: "Partenaires",
        vendorsUseLegitimateInterest: "Partenaires invoquant un intérêt légitime",
        examples: "Exemples",
        partnersUsingPurpose: "Partenaires utilisant des données pour cette finalité",
        withYourPermission: "Avec votre consentement",
        legitimateInterest: "Intérêt légitime",
        objectButton: "S’opposer",
        objected: "Opposition exprimée",
        rightToObject: "Vous avez le droit de vous opposer au traitement de vos données fondé sur l’intérêt légitime.",
      },
      specialPurposes: {
        title: "Finalités spéciales",
        tooltip:
          "Les partenaires traitent des données pour ces finalités sur la base de l’intérêt légitime, par exemple pour assurer la sécurité ou pour fournir et présenter des publicités et du contenu. Aucun choix n’est proposé ici à leur sujet.",
      },
      features: {
        title: "Fonctionnalités",
        description:
          "Les fonctionnalités décrivent la manière dont les partenaires traitent des données pour leurs finalités. Elles ne font pas l’objet d’un choix distinct.",
      },
      vendorList: {
        search: "Rechercher un partenaire",
        showingCount: "Partenaires affichés\u00a0: {filtered} sur {total}",
        iabVendorsHeading: "Partenaires participant au TCF de l’IAB",
        iabVendorsNotice:
          "Ces partenaires participent au Transparency & Consent Framework (TCF) d’IAB Europe et se sont engagés à en respecter les règles.",
        customVendorsHeading: "Autres partenaires",
        customVendorsNotice:
          "Ces partenaires ne participent pas au TCF de l’IAB. Vous pouvez décider ici à leur sujet de la même manière.",
        purposes: "Finalités",
        specialPurposes: "Finalités spéciales",
        specialFeatures: "Fonctionnalités spéciales",
        features: "Fonctionnalités",
        dataCategories: "Catégories de données",
        usesCookies: "Utilise des cookies",
        nonCookieAccess: "Utilise d’autres moyens de stockage ou d’accès que les cookies",
        maxAge: "Durée de vie maximale des cookies en jours\u00a0: {days}",
        retention: "Durée de conservation des données en jours\u00a0: {days}",
        legitimateInterest: "Intérêt légitime",
        privacyPolicy: "Politique de confidentialité",
        storageDisclosure: "Détails du stockage sur l’appareil",
        requiredNotice: "Toujours actif\u00a0; aucun choix n’est proposé ici.",
      },
      footer: {
        consentStorage:
          "Vos choix sont enregistrés dans votre navigateur sous le nom «\u00a0euconsent-v2\u00a0» pendant 13 mois au maximum.",
      },
    },
    common: {
      acceptAll: "Tout accepter",
      rejectAll: "Tout refuser",
      customize: "Paramétrer mes choix",
      saveSettings: "Enregistrer mes choix",
      loading: "Chargement…",
      showingSelectedVendor: "Seul le partenaire sélectionné est affiché.",
      clearSelection: "Afficher tous les partenaires",
      customPartner: "Hors TCF de l’IAB",
    },
  },
}
