import type { CompleteBundle } from "./Bundle.js"

/** German, formal address. */
export const de: CompleteBundle = {
  common: {
    acceptAll: "Alle akzeptieren",
    rejectAll: "Alle ablehnen",
    customize: "Auswahl anpassen",
    save: "Auswahl speichern",
    close: "Schließen",
    securedBy: "Bereitgestellt mit",
    dismiss: "Ausblenden",
    acknowledge: "Verstanden",
    unavailable:
      "Zurzeit kann nicht alles geladen werden. Sie können Ihre Einwilligung jetzt verweigern oder widerrufen und sie später erteilen.",
    alwaysActive: "Immer aktiv",
    language: "Sprache",
  },
  cookieBanner: {
    title: "Cookies und Ihre Privatsphäre",
    description:
      "Wir verwenden Cookies, damit diese Website funktioniert, und mit Ihrer Einwilligung für zusätzliche Funktionen, Personalisierung, Statistik und Marketing. Sie können Ihre Entscheidung jederzeit ändern.",
    noticeTitle: "So verwenden wir Cookies",
    noticeDescription:
      "Wir verwenden Cookies, damit diese Website funktioniert, und für optionale Zwecke wie Statistik und Marketing. Diesen können Sie in den Datenschutzeinstellungen jederzeit widersprechen.",
  },
  consentManagerDialog: {
    title: "Datenschutzeinstellungen",
    description:
      "Wählen Sie, welche optionalen Zwecke Sie erlauben. Unbedingt erforderliche Cookies sind immer aktiv, weil diese Website ohne sie nicht funktioniert. Sie können Ihre Auswahl jederzeit ändern.",
    vendors: {
      title: "Anbieter ({count})",
      switchLabel: "{vendor} erlauben",
      disabledByCategory: "Nur verfügbar, solange diese Kategorie erlaubt ist.",
      privacyPolicy: "Datenschutzerklärung",
    },
    cookies: { title: "Cookies ({count})", name: "Name", purpose: "Zweck", duration: "Speicherdauer" },
  },
  consentTypes: {
    necessary: {
      title: "Unbedingt erforderlich",
      description:
        "Für die Grundfunktionen dieser Website, etwa Sicherheit, Navigation und das Speichern Ihrer Datenschutzauswahl. Diese Kategorie lässt sich nicht abschalten.",
    },
    functionality: {
      title: "Funktionen",
      description: "Für zusätzliche Funktionen, etwa gespeicherte Einstellungen, Chat oder eingebettete Videos.",
    },
    experience: {
      title: "Personalisierung",
      description: "Um Inhalte und Darstellung dieser Website an Ihre Interessen und Ihr Nutzungsverhalten anzupassen.",
    },
    measurement: {
      title: "Statistik",
      description:
        "Um zu verstehen, wie diese Website genutzt wird, zum Beispiel welche Seiten besucht werden und wo Fehler auftreten, und sie zu verbessern.",
    },
    marketing: {
      title: "Marketing",
      description:
        "Um Werbung auszuwählen, ihre Wirkung zu messen und ein Profil Ihrer Interessen zu erstellen, auch über verschiedene Websites hinweg.",
    },
  },
  consentGate: {
    title: "Für diesen Inhalt ist Ihre Erlaubnis für „{category}“ nötig",
    actionButton: "„{category}“ erlauben",
    policyBlocked: "Dieser Inhalt ist nach den Datenschutzregeln, die für Ihren Besuch gelten, nicht verfügbar.",
    loading: "Inhalt wird geladen …",
    error: "Dieser Inhalt konnte nicht geladen werden.",
    provider: "Anbieter: {vendor}",
    once: "Dieses Mal laden",
    always: "Immer erlauben",
  },
  legalLinks: {
    privacyPolicy: "Datenschutzerklärung",
    cookiePolicy: "Cookie-Richtlinie",
    termsOfService: "Nutzungsbedingungen",
  },
  rights: {
    optOut: "Meine personenbezogenen Daten nicht verkaufen oder weitergeben",
    preferences: "Datenschutzeinstellungen",
  },
  iab: {
    banner: {
      title: "Wie Ihre Daten verwendet werden",
      description:
        "Wir und {partnerCount} bitten um Ihre Einwilligung, Informationen auf Ihrem Gerät zu speichern und dort abzurufen sowie personenbezogene Daten wie eindeutige Kennungen und Daten zum Surfverhalten für die hier genannten Zwecke zu verarbeiten. Sie entscheiden für jeden Zweck einzeln und können Ihre Einwilligung in den Datenschutzeinstellungen jederzeit widerrufen oder Ihre Auswahl ändern.",
      partnersLink: "unsere {count} Partner",
      andMore: "und noch {count}",
      legitimateInterestNotice:
        "Einige Partner verarbeiten Daten auf Grundlage ihres berechtigten Interesses, ohne um Einwilligung zu bitten. Sie haben das Recht, dem in den Datenschutzeinstellungen zu widersprechen.",
      scopeServiceSpecific: "Ihre Auswahl gilt nur für diese Website.",
      scopeGroup: "Ihre Auswahl gilt für alle Websites unserer Gruppe.",
    },
    preferenceCenter: {
      title: "Datenschutzeinstellungen",
      description:
        "Hier können Sie für jeden Zweck und jeden Partner entscheiden, ob Sie in die Verarbeitung Ihrer Daten einwilligen. Außerdem können Sie der Verarbeitung auf Grundlage berechtigten Interesses widersprechen.",
      tabs: { purposes: "Zwecke", vendors: "Partner" },
      purposeItem: {
        partners: "Partner",
        vendorsUseLegitimateInterest: "Partner mit berechtigtem Interesse",
        examples: "Beispiele",
        partnersUsingPurpose: "Partner, die Daten für diesen Zweck verwenden",
        withYourPermission: "Mit Ihrer Einwilligung",
        legitimateInterest: "Berechtigtes Interesse",
        objectButton: "Widersprechen",
        objected: "Widersprochen",
        rightToObject:
          "Sie haben das Recht, der Verarbeitung Ihrer Daten auf Grundlage berechtigten Interesses zu widersprechen.",
      },
      specialPurposes: {
        title: "Besondere Zwecke",
        tooltip:
          "Partner verarbeiten Daten für diese Zwecke auf Grundlage berechtigten Interesses, zum Beispiel um die Sicherheit zu gewährleisten oder um Werbung und Inhalte bereitzustellen und anzuzeigen. Hier wird dazu keine Auswahl angeboten.",
      },
      features: {
        title: "Merkmale",
        description:
          "Merkmale beschreiben, auf welche Weise Partner Daten für ihre Zwecke verarbeiten. Eine gesonderte Auswahl gibt es dafür nicht.",
      },
      vendorList: {
        search: "Partner suchen",
        showingCount: "Angezeigte Partner: {filtered} von {total}",
        iabVendorsHeading: "Partner im IAB TCF",
        iabVendorsNotice:
          "Diese Partner nehmen am Transparency & Consent Framework (TCF) von IAB Europe teil und haben sich zur Einhaltung seiner Regeln verpflichtet.",
        customVendorsHeading: "Weitere Partner",
        customVendorsNotice:
          "Diese Partner nehmen nicht am IAB TCF teil. Sie können hier in gleicher Weise über sie entscheiden.",
        purposes: "Zwecke",
        specialPurposes: "Besondere Zwecke",
        specialFeatures: "Besondere Merkmale",
        features: "Merkmale",
        dataCategories: "Datenkategorien",
        usesCookies: "Verwendet Cookies",
        nonCookieAccess: "Verwendet andere Speicher- oder Zugriffsverfahren als Cookies",
        maxAge: "Maximale Laufzeit der Cookies in Tagen: {days}",
        retention: "Speicherdauer der Daten in Tagen: {days}",
        legitimateInterest: "Berechtigtes Interesse",
        privacyPolicy: "Datenschutzerklärung",
        storageDisclosure: "Angaben zur Speicherung auf dem Gerät",
        requiredNotice: "Immer aktiv; hier wird keine Auswahl angeboten.",
      },
      footer: {
        consentStorage:
          "Ihre Auswahl wird in Ihrem Browser unter dem Namen „euconsent-v2“ für höchstens 13 Monate gespeichert.",
      },
    },
    common: {
      acceptAll: "Alle akzeptieren",
      rejectAll: "Alle ablehnen",
      customize: "Auswahl anpassen",
      saveSettings: "Auswahl speichern",
      loading: "Wird geladen …",
      showingSelectedVendor: "Nur der ausgewählte Partner wird angezeigt.",
      clearSelection: "Alle Partner anzeigen",
      customPartner: "Nicht im IAB TCF",
    },
  },
}
