import type { CompleteBundle } from "./Bundle.js"

/** Dutch, formal address. */
export const nl: CompleteBundle = {
  common: {
    acceptAll: "Alles accepteren",
    rejectAll: "Alles weigeren",
    customize: "Keuzes beheren",
    save: "Keuzes opslaan",
    close: "Sluiten",
    securedBy: "Mogelijk gemaakt door",
    dismiss: "Verbergen",
    acknowledge: "Begrepen",
    unavailable:
      "Op dit moment kan niet alles worden geladen. U kunt uw toestemming nu weigeren of intrekken en later geven.",
    alwaysActive: "Altijd actief",
    language: "Taal",
  },
  cookieBanner: {
    title: "Cookies en uw privacy",
    description:
      "Wij gebruiken cookies om deze website te laten werken en, als u daarmee instemt, voor extra functies, personalisatie, statistieken en marketing. U kunt uw beslissing op elk moment wijzigen.",
    noticeTitle: "Hoe wij cookies gebruiken",
    noticeDescription:
      "Wij gebruiken cookies om deze website te laten werken en voor optionele doeleinden zoals statistieken en marketing. Deze kunt u op elk moment in uw privacyvoorkeuren weigeren.",
  },
  consentManagerDialog: {
    title: "Privacyvoorkeuren",
    description:
      "Kies welke optionele doeleinden u toestaat. Strikt noodzakelijke cookies zijn altijd actief, omdat deze website zonder die cookies niet werkt. U kunt uw keuzes op elk moment wijzigen.",
    vendors: {
      title: "Aanbieders ({count})",
      switchLabel: "{vendor} toestaan",
      disabledByCategory: "Alleen beschikbaar zolang deze categorie is toegestaan.",
      privacyPolicy: "Privacybeleid",
    },
    cookies: { title: "Cookies ({count})", name: "Naam", purpose: "Doel", duration: "Bewaartermijn" },
  },
  consentTypes: {
    necessary: {
      title: "Strikt noodzakelijk",
      description:
        "Voor de basisfuncties van deze website, zoals beveiliging, navigatie en het onthouden van uw privacykeuzes. Deze categorie kan niet worden uitgeschakeld.",
    },
    functionality: {
      title: "Functionaliteit",
      description: "Voor extra functies, zoals onthouden instellingen, chat of ingesloten video’s.",
    },
    experience: {
      title: "Personalisatie",
      description:
        "Om de inhoud en vormgeving van deze website aan te passen aan uw interesses en aan de manier waarop u de website gebruikt.",
    },
    measurement: {
      title: "Statistieken",
      description:
        "Om te zien hoe deze website wordt gebruikt, bijvoorbeeld welke pagina’s worden bezocht en waar fouten optreden, zodat wij de website kunnen verbeteren.",
    },
    marketing: {
      title: "Marketing",
      description:
        "Om reclame te selecteren, het effect daarvan te meten en een profiel van uw interesses op te bouwen, ook over verschillende websites heen.",
    },
  },
  consentGate: {
    title: "Voor deze inhoud is uw toestemming voor “{category}” nodig",
    actionButton: "“{category}” toestaan",
    policyBlocked: "Deze inhoud is niet beschikbaar volgens de privacyregels die voor uw bezoek gelden.",
    loading: "Inhoud wordt geladen…",
    error: "Deze inhoud kon niet worden geladen.",
    provider: "Aanbieder: {vendor}",
    once: "Deze keer laden",
    always: "Altijd toestaan",
  },
  legalLinks: {
    privacyPolicy: "Privacybeleid",
    cookiePolicy: "Cookiebeleid",
    termsOfService: "Gebruiksvoorwaarden",
  },
  rights: {
    optOut: "Mijn persoonsgegevens niet verkopen of delen",
    preferences: "Privacyvoorkeuren",
  },
  iab: {
    banner: {
      title: "Hoe uw gegevens worden gebruikt",
      description:
        "Wij en {partnerCount} vragen uw toestemming om informatie op uw apparaat op te slaan, daar toegang toe te krijgen en persoonsgegevens, zoals unieke identificatoren en surfgegevens, te verwerken voor de hier genoemde doeleinden. U beslist per doeleinde en u kunt op elk moment in de privacyvoorkeuren uw toestemming intrekken of uw keuzes wijzigen.",
      partnersLink: "onze {count} partners",
      andMore: "en nog {count}",
      legitimateInterestNotice:
        "Sommige partners verwerken gegevens op grond van hun gerechtvaardigde belang, zonder toestemming te vragen. U hebt het recht om daartegen bezwaar te maken in de privacyvoorkeuren.",
      scopeServiceSpecific: "Uw keuzes gelden alleen voor deze website.",
      scopeGroup: "Uw keuzes gelden voor alle websites van onze groep.",
    },
    preferenceCenter: {
      title: "Privacyvoorkeuren",
      description:
        "Hier kunt u per doeleinde en per partner beslissen of u toestemming geeft voor de verwerking van uw gegevens. U kunt ook bezwaar maken tegen verwerking op grond van gerechtvaardigd belang.",
      tabs: { purposes: "Doeleinden", vendors: "Partners" },
      purposeItem: {
        partners: "Partners",
        vendorsUseLegitimateInterest: "Partners die zich op gerechtvaardigd belang beroepen",
        examples: "Voorbeelden",
        partnersUsingPurpose: "Partners die gegevens voor dit doeleinde gebruiken",
        withYourPermission: "Met uw toestemming",
        legitimateInterest: "Gerechtvaardigd belang",
        objectButton: "Bezwaar maken",
        objected: "Bezwaar gemaakt",
        rightToObject:
          "U hebt het recht om bezwaar te maken tegen de verwerking van uw gegevens op grond van gerechtvaardigd belang.",
      },
      specialPurposes: {
        title: "Speciale doeleinden",
        tooltip:
          "Partners verwerken gegevens voor deze doeleinden op grond van gerechtvaardigd belang, bijvoorbeeld om de beveiliging te waarborgen of om reclame en inhoud te leveren en weer te geven. Hiervoor wordt hier geen keuze geboden.",
      },
      features: {
        title: "Functies",
        description:
          "Functies zijn manieren waarop partners gegevens verwerken voor de doeleinden die zij nastreven. Daarvoor is er geen afzonderlijke keuze.",
      },
      vendorList: {
        search: "Partners zoeken",
        showingCount: "Weergegeven partners: {filtered} van {total}",
        iabVendorsHeading: "Partners in het IAB TCF",
        iabVendorsNotice:
          "Deze partners nemen deel aan het Transparency & Consent Framework (TCF) van IAB Europe en hebben zich ertoe verbonden de regels daarvan na te leven.",
        customVendorsHeading: "Overige partners",
        customVendorsNotice:
          "Deze partners nemen niet deel aan het IAB TCF. U kunt hier op dezelfde manier over hen beslissen.",
        purposes: "Doeleinden",
        specialPurposes: "Speciale doeleinden",
        specialFeatures: "Speciale functies",
        features: "Functies",
        dataCategories: "Categorieën gegevens",
        usesCookies: "Gebruikt cookies",
        nonCookieAccess: "Gebruikt andere opslag- of toegangsmethoden dan cookies",
        maxAge: "Maximale levensduur van cookies in dagen: {days}",
        retention: "Bewaartermijn van gegevens in dagen: {days}",
        legitimateInterest: "Gerechtvaardigd belang",
        privacyPolicy: "Privacybeleid",
        storageDisclosure: "Details over opslag op het apparaat",
        requiredNotice: "Altijd actief; hier wordt geen keuze geboden.",
      },
      footer: {
        consentStorage:
          "Uw keuzes worden niet langer dan 13 maanden in uw browser opgeslagen onder de naam “euconsent-v2”.",
      },
    },
    common: {
      acceptAll: "Alles accepteren",
      rejectAll: "Alles weigeren",
      customize: "Keuzes beheren",
      saveSettings: "Keuzes opslaan",
      loading: "Laden…",
      showingSelectedVendor: "Alleen de geselecteerde partner wordt weergegeven.",
      clearSelection: "Alle partners weergeven",
      customPartner: "Niet in het IAB TCF",
    },
  },
}
