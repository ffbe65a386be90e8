import type { CompleteBundle } from "./Bundle.js"

/** Luxembourgish, formal address. */
export const lb: CompleteBundle = {
  common: {
    acceptAll: "Alles akzeptéieren",
    rejectAll: "Alles refuséieren",
    customize: "Auswiel upassen",
    save: "Auswiel späicheren",
    close: "Zoumaachen",
    securedBy: "Bedriwwe mat",
    dismiss: "Ausblennen",
    acknowledge: "Verstanen",
    unavailable:
      "Am Moment kann net alles geluede ginn. Dir kënnt Är Zoustëmmung elo refuséieren oder zréckzéien a se méi spéit ginn.",
    alwaysActive: "Ëmmer aktiv",
    language: "Sprooch",
  },
  cookieBanner: {
    title: "Cookien an Är Privatsphär",
    description:
      "Mir benotze Cookien, fir datt dës Websäit funktionéiert, a mat Ärer Zoustëmmung fir zousätzlech Funktiounen, Personaliséierung, Statistik a Marketing. Dir kënnt Är Decisioun jidderzäit änneren.",
    noticeTitle: "Wéi mir Cookien asetzen",
    noticeDescription:
      "Mir benotze Cookien, fir datt dës Websäit funktionéiert, a fir optional Zwecker wéi Statistik a Marketing. Dir kënnt dës jidderzäit an Ären Dateschutzastellunge refuséieren.",
  },
  consentManagerDialog: {
    title: "Dateschutzastellungen",
    description:
      "Wielt, wéi eng optional Zwecker Dir erlaabt. Onbedéngt néideg Cookië sinn ëmmer aktiv, well dës Websäit ouni si net funktionéiert. Dir kënnt Är Auswiel jidderzäit änneren.",
    vendors: {
      title: "Ubidder ({count})",
      switchLabel: "{vendor} erlaben",
      disabledByCategory: "Nëmmen disponibel, soulaang dës Kategorie erlaabt ass.",
      privacyPolicy: "Dateschutzerklärung",
    },
    cookies: { title: "Cookien ({count})", name: "Numm", purpose: "Zweck", duration: "Dauer" },
  },
  consentTypes: {
    necessary: {
      title: "Onbedéngt néideg",
      description:
        "Fir d’Basisfunktioune vun dëser Websäit, zum Beispill Sécherheet, Navigatioun an d’Späichere vun Ärer Dateschutzauswiel. Dës Kategorie kann net ofgeschalt ginn.",
    },
    functionality: {
      title: "Funktionalitéit",
      description: "Fir zousätzlech Funktiounen, zum Beispill gespäichert Astellungen, Chat oder agebonne Videoen.",
    },
    experience: {
      title: "Personaliséierung",
      description:
        "Fir den Inhalt an d’Gestaltung vun dëser Websäit un Är Interessien an un d’Aart a Weis unzepassen, wéi Dir se benotzt.",
    },
    measurement: {
      title: "Statistik",
      description:
        "Fir ze gesinn, wéi dës Websäit benotzt gëtt, zum Beispill wéi eng Säite besicht ginn a wou Feeler optrieden, fir datt mir se verbessere kënnen.",
    },
    marketing: {
      title: "Marketing",
      description:
        "Fir Reklammen auszewielen, hir Wierkung ze moossen an e Profil vun Ären Interessien ze erstellen, och iwwer verschidde Websäiten ewech.",
    },
  },
  consentGate: {
    title: "Dësen Inhalt brauch Är Erlabnis fir „{category}“",
    actionButton: "„{category}“ erlaben",
    policyBlocked: "Dësen Inhalt ass no den Dateschutzreegelen, déi fir Är Visitt gëllen, net disponibel.",
    loading: "Den Inhalt gëtt gelueden…",
    error: "Dësen Inhalt konnt net geluede ginn.",
    provider: "Ubidder: {vendor}",
    once: "Dës Kéier lueden",
    always: "Ëmmer erlaben",
  },
  legalLinks: {
    privacyPolicy: "Dateschutzerklärung",
    cookiePolicy: "Cookie-Richtlinn",
    termsOfService: "Benotzungsbedéngungen",
  },
  rights: {
    optOut: "Meng perséinlech Donnéeën net verkafen oder deelen",
    preferences: "Dateschutzastellungen",
  },
  iab: {
    banner: {
      title: "Wéi Är Donnéeë benotzt ginn",
      description:
        "Mir an {partnerCount} froen Iech ëm Är Zoustëmmung, fir Informatiounen op Ärem Apparat ze späicheren, do drop zouzegräifen a perséinlech Donnéeën, zum Beispill eendeiteg Identifikatiounsmierkmoler an Donnéeën iwwer Äert Surfverhalen, fir déi hei genannt Zwecker ze veraarbechten. Dir decidéiert fir all Zweck eenzel, an Dir kënnt Är Zoustëmmung an den Dateschutzastellunge jidderzäit zréckzéien oder Är Auswiel änneren.",
      partnersLink: "eis {count} Partner",
      andMore: "an nach {count}",
      legitimateInterestNotice:
        "Verschidde Partner veraarbechten Donnéeën op Basis vun hirem legitimmen Interêt, ouni ëm Zoustëmmung ze froen. Dir hutt d’Recht, deem an den Dateschutzastellungen ze widderspriechen.",
      scopeServiceSpecific: "Är Auswiel gëllt nëmme fir dës Websäit.",
      scopeGroup: "Är Auswiel gëllt fir all Websäite vun eiser Grupp.",
    },
    preferenceCenter: {
      title: "Dateschutzastellungen",
      description:
        "Hei kënnt Dir fir all Zweck a fir all Partner decidéieren, ob Dir der Veraarbechtung vun Ären Donnéeën zoustëmmt. Dir kënnt och der Veraarbechtung op Basis vum legitimmen Interêt widderspriechen.",
      tabs: { purposes: "Zwecker", vendors: "Partner" },
      purposeItem: {
        partners: "Partner",
        vendorsUseLegitimateInterest: "Partner, déi sech op e legitimmen Interêt beruffen",
        examples: "Beispiller",
        partnersUsingPurpose: "Partner, déi Donnéeë fir dësen Zweck benotzen",
        withYourPermission: "Mat Ärer Zoustëmmung",
        legitimateInterest: "Legitimmen Interêt",
        objectButton: "Widderspriechen",
        objected: "Widdersprach",
        rightToObject:
          "Dir hutt d’Recht, der Veraarbechtung vun Ären Donnéeën op Basis vum legitimmen Interêt ze widderspriechen.",
      },
      specialPurposes: {
        title: "Speziell Zwecker",
        tooltip:
          "Partner veraarbechten Donnéeë fir dës Zwecker op Basis vum legitimmen Interêt, zum Beispill fir d’Sécherheet ze garantéieren oder fir Reklammen an Inhalter ze liwweren an unzeweisen. Eng Auswiel ass hei dofir net virgesinn.",
      },
      features: {
        title: "Funktiounen",
        description:
          "Funktioune sinn d’Aart a Weis, wéi Partner Donnéeë fir hir Zwecker veraarbechten. Eng separat Auswiel gëtt et dofir net.",
      },
      vendorList: {
        search: "Partner sichen",
        showingCount: "Ugewise Partner: {filtered}; am Ganzen: {total}",
        iabVendorsHeading: "Partner am IAB TCF",
        iabVendorsNotice:
          "Dës Partner huelen um Transparency & Consent Framework (TCF) vun IAB Europe deel an hu sech verflicht, sech u seng Reegelen ze halen.",
        customVendorsHeading: "Aner Partner",
        customVendorsNotice:
          "Dës Partner huelen net um IAB TCF deel. Dir kënnt hei op déi selwecht Manéier iwwer si decidéieren.",
        purposes: "Zwecker",
        specialPurposes: "Speziell Zwecker",
        specialFeatures: "Speziell Funktiounen",
        features: "Funktiounen",
        dataCategories: "Kategorië vun Donnéeën",
        usesCookies: "Benotzt Cookien",
        nonCookieAccess: "Benotzt aner Späicher- oder Zougrëffsmethode wéi Cookien",
        maxAge: "Maximal Liewensdauer vun de Cookien an Deeg: {days}",
        retention: "Späicherdauer vun den Donnéeën an Deeg: {days}",
        legitimateInterest: "Legitimmen Interêt",
        privacyPolicy: "Dateschutzerklärung",
        storageDisclosure: "Detailer iwwer d’Späicheren um Apparat",
        requiredNotice: "Ëmmer aktiv; eng Auswiel ass hei net virgesinn.",
      },
      footer: {
        consentStorage:
          "Är Auswiel gëtt héchstens 13 Méint laang an Ärem Browser ënner dem Numm „euconsent-v2“ gespäichert.",
      },
    },
    common: {
      acceptAll: "Alles akzeptéieren",
      rejectAll: "Alles refuséieren",
      customize: "Auswiel upassen",
      saveSettings: "Auswiel späicheren",
      loading: "Gëtt gelueden…",
      showingSelectedVendor: "Nëmmen de gewielte Partner gëtt ugewisen.",
      clearSelection: "All Partner uweisen",
      customPartner: "Net am IAB TCF",
    },
  },
}
