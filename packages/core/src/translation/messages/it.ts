import type { CompleteBundle } from "./Bundle.js"

/** Italian, formal address. */
export const it: CompleteBundle = {
  common: {
    acceptAll: "Accetta tutto",
    rejectAll: "Rifiuta tutto",
    customize: "Gestisci le scelte",
    save: "Salva le scelte",
    close: "Chiudi",
    securedBy: "Realizzato con",
    dismiss: "Nascondi",
    acknowledge: "Ho capito",
    unavailable:
      "Al momento non è possibile caricare tutto. Può rifiutare o revocare il consenso ora e darlo più tardi.",
    alwaysActive: "Sempre attivo",
    language: "Lingua",
  },
  cookieBanner: {
    title: "I cookie e la sua privacy",
    description:
      "Utilizziamo cookie per far funzionare questo sito e, se è d’accordo, per funzioni aggiuntive, personalizzazione, misurazione e marketing. Può cambiare idea in qualsiasi momento.",
    noticeTitle: "Come utilizziamo i cookie",
    noticeDescription:
      "Utilizziamo cookie per far funzionare questo sito e per finalità facoltative come la misurazione e il marketing. Può opporsi a queste in qualsiasi momento nelle sue preferenze sulla privacy.",
  },
  consentManagerDialog: {
    title: "Preferenze sulla privacy",
    description:
      "Scelga quali finalità facoltative consentire. I cookie strettamente necessari sono sempre attivi perché senza di essi questo sito non funziona. Può modificare le sue scelte in qualsiasi momento.",
    vendors: {
      title: "Fornitori ({count})",
      switchLabel: "Consenti {vendor}",
      disabledByCategory: "Disponibile solo finché questa categoria è consentita.",
      privacyPolicy: "Informativa sulla privacy",
    },
    cookies: { title: "Cookie ({count})", name: "Nome", purpose: "Finalità", duration: "Durata" },
  },
  consentTypes: {
    necessary: {
      title: "Strettamente necessari",
      description:
        "Forniscono le funzioni di base di questo sito, come la sicurezza, la navigazione e la memorizzazione delle sue scelte sulla privacy. Non possono essere disattivati.",
    },
    functionality: {
      title: "Funzionalità",
      description: "Forniscono funzioni aggiuntive, come impostazioni memorizzate, chat o video incorporati.",
    },
    experience: {
      title: "Personalizzazione",
      description:
        "Adattano i contenuti e l’aspetto di questo sito ai suoi interessi e al modo in cui lei lo utilizza.",
    },
    measurement: {
      title: "Misurazione",
      description:
        "Ci mostrano come viene utilizzato questo sito, ad esempio quali pagine vengono visitate e dove si verificano errori, affinché possiamo migliorarlo.",
    },
    marketing: {
      title: "Marketing",
      description:
        "Servono a selezionare la pubblicità, a misurarne l’effetto e a creare un profilo dei suoi interessi, anche attraverso siti web diversi.",
    },
  },
  consentGate: {
    title: "Questo contenuto richiede la sua autorizzazione per “{category}”",
    actionButton: "Consenti “{category}”",
    policyBlocked: "Questo contenuto non è disponibile in base alle norme sulla privacy applicabili alla sua visita.",
    loading: "Caricamento del contenuto…",
    error: "Non è stato possibile caricare questo contenuto.",
    provider: "Fornitore: {vendor}",
    once: "Carica questa volta",
    always: "Consenti sempre",
  },
  legalLinks: {
    privacyPolicy: "Informativa sulla privacy",
    cookiePolicy: "Informativa sui cookie",
    termsOfService: "Termini di servizio",
  },
  rights: {
    optOut: "Non vendere né condividere i miei dati personali",
    preferences: "Preferenze sulla privacy",
  },
  iab: {
    banner: {
      title: "Come vengono utilizzati i suoi dati",
      description:
        "Noi e {partnerCount} chiediamo il suo consenso per archiviare informazioni sul suo dispositivo, accedere alle informazioni ivi archiviate e trattare dati personali, quali identificatori univoci e dati di navigazione, per le finalità qui indicate. È lei a decidere per ciascuna finalità e può revocare il consenso o modificare le sue scelte in qualsiasi momento nelle preferenze sulla privacy.",
      partnersLink: "i nostri {count} partner",
      andMore: "e {count} in più",
      legitimateInterestNotice:
        "Alcuni partner trattano dati sulla base del proprio legittimo interesse, senza chiedere il consenso. Lei ha il diritto di opporsi a tale trattamento nelle preferenze sulla privacy.",
      scopeServiceSpecific: "Le sue scelte valgono solo per questo sito web.",
      scopeGroup: "Le sue scelte valgono per tutti i siti web del nostro gruppo.",
    },
    preferenceCenter: {
      title: "Preferenze sulla privacy",
      description:
        "Qui può decidere, per ciascuna finalità e per ciascun partner, se acconsentire al trattamento dei suoi dati. Può inoltre opporsi al trattamento basato sul legittimo interesse.",
      tabs: { purposes: "Finalità", vendors: "Partner" },
      purposeItem: {
        partners: "Partner",
        vendorsUseLegitimateInterest: "Partner che si basano sul legittimo interesse",
        examples: "Esempi",
        partnersUsingPurpose: "Partner che utilizzano dati per questa finalità",
        withYourPermission: "Con il suo consenso",
        legitimateInterest: "Legittimo interesse",
        objectButton: "Mi oppongo",
        objected: "Opposizione espressa",
        rightToObject: "Lei ha il diritto di opporsi al trattamento dei suoi dati basato sul legittimo interesse.",
      },
      specialPurposes: {
        title: "Finalità speciali",
        tooltip:
          "Per queste finalità i partner trattano dati sulla base del legittimo interesse, ad esempio per garantire la sicurezza o per fornire e presentare pubblicità e contenuti. Per esse qui non è prevista alcuna scelta.",
      },
      features: {
        title: "Caratteristiche",
        description:
          "Le caratteristiche sono i modi in cui i partner trattano dati per le finalità che perseguono. Per esse non è prevista una scelta separata.",
      },
      vendorList: {
        search: "Cerca partner",
        showingCount: "Partner visualizzati: {filtered} su {total}",
        iabVendorsHeading: "Partner nell’IAB TCF",
        iabVendorsNotice:
          "Questi partner aderiscono al Transparency & Consent Framework (TCF) di IAB Europe e si sono impegnati a rispettarne le regole.",
        customVendorsHeading: "Altri partner",
        customVendorsNotice:
          "Questi partner non aderiscono all’IAB TCF. Qui può decidere in merito a loro allo stesso modo.",
        purposes: "Finalità",
        specialPurposes: "Finalità speciali",
        specialFeatures: "Caratteristiche speciali",
        features: "Caratteristiche",
        dataCategories: "Categorie di dati",
        usesCookies: "Utilizza cookie",
        nonCookieAccess: "Utilizza metodi di archiviazione o di accesso diversi dai cookie",
        maxAge: "Durata massima dei cookie in giorni: {days}",
        retention: "Periodo di conservazione dei dati in giorni: {days}",
        legitimateInterest: "Legittimo interesse",
        privacyPolicy: "Informativa sulla privacy",
        storageDisclosure: "Dettagli sull’archiviazione nel dispositivo",
        requiredNotice: "Sempre attivo; qui non è prevista alcuna scelta.",
      },
      footer: {
        consentStorage:
          "Le sue scelte vengono archiviate nel suo browser con il nome “euconsent-v2” per non più di 13 mesi.",
      },
    },
    common: {
      acceptAll: "Accetta tutto",
      rejectAll: "Rifiuta tutto",
      customize: "Gestisci le scelte",
      saveSettings: "Salva le scelte",
      loading: "Caricamento…",
      showingSelectedVendor: "Viene visualizzato solo il partner selezionato.",
      clearSelection: "Mostra tutti i partner",
      customPartner: "Non nell’IAB TCF",
    },
  },
}
