import type { CompleteBundle } from "./Bundle.js"

/** Danish, addressing visitors as “du”, as Danish sites do. */
export const da: CompleteBundle = {
  common: {
    acceptAll: "Accepter alle",
    rejectAll: "Afvis alle",
    customize: "Administrer valg",
    save: "Gem valg",
    close: "Luk",
    securedBy: "Drives af",
    dismiss: "Skjul",
    acknowledge: "Forstået",
    unavailable: "Ikke alt kan indlæses lige nu. Du kan afslå eller trække dit samtykke tilbage nu og give det senere.",
    alwaysActive: "Altid aktiv",
    language: "Sprog",
  },
  cookieBanner: {
    title: "Cookies og dit privatliv",
    description:
      "Vi bruger cookies, for at dette websted kan fungere, og med dit samtykke til ekstra funktioner, personlig tilpasning, måling og markedsføring. Du kan til enhver tid ændre din beslutning.",
    noticeTitle: "Sådan bruger vi cookies",
    noticeDescription:
      "Vi bruger cookies, for at dette websted kan fungere, og til valgfrie formål såsom måling og markedsføring. Dem kan du til enhver tid fravælge i dine privatlivsindstillinger.",
  },
  consentManagerDialog: {
    title: "Privatlivsindstillinger",
    description:
      "Vælg, hvilke valgfrie formål du tillader. Strengt nødvendige cookies er altid aktive, fordi dette websted ikke fungerer uden dem. Du kan til enhver tid ændre dine valg.",
    vendors: {
      title: "Udbydere ({count})",
      switchLabel: "Tillad {vendor}",
      disabledByCategory: "Kun tilgængelig, så længe denne kategori er tilladt.",
      privacyPolicy: "Privatlivspolitik",
    },
    cookies: { title: "Cookies ({count})", name: "Navn", purpose: "Formål", duration: "Varighed" },
  },
  consentTypes: {
    necessary: {
      title: "Strengt nødvendige",
      description:
        "Til webstedets grundlæggende funktioner, f.eks. sikkerhed, navigation og lagring af dine privatlivsvalg. Denne kategori kan ikke slås fra.",
    },
    functionality: {
      title: "Funktionalitet",
      description: "Til ekstra funktioner, f.eks. gemte indstillinger, chat eller indlejrede videoer.",
    },
    experience: {
      title: "Personlig tilpasning",
      description:
        "Til at tilpasse webstedets indhold og udformning til dine interesser og den måde, du bruger det på.",
    },
    measurement: {
      title: "Måling",
      description:
        "Til at vise os, hvordan webstedet bruges, f.eks. hvilke sider der besøges, og hvor der opstår fejl, så vi kan forbedre det.",
    },
    marketing: {
      title: "Markedsføring",
      description:
        "Til at udvælge reklamer, måle deres effekt og opbygge en profil over dine interesser, også på tværs af forskellige websteder.",
    },
  },
  consentGate: {
    title: "Dette indhold kræver din tilladelse til »{category}«",
    actionButton: "Tillad »{category}«",
    policyBlocked: "Dette indhold er ikke tilgængeligt efter de privatlivsregler, der gælder for dit besøg.",
    loading: "Indholdet indlæses …",
    error: "Dette indhold kunne ikke indlæses.",
    provider: "Udbyder: {vendor}",
    once: "Indlæs denne gang",
    always: "Tillad altid",
  },
  legalLinks: {
    privacyPolicy: "Privatlivspolitik",
    cookiePolicy: "Cookiepolitik",
    termsOfService: "Brugsvilkår",
  },
  rights: {
    optOut: "Sælg eller del ikke mine personoplysninger",
    preferences: "Privatlivsindstillinger",
  },
  iab: {
    banner: {
      title: "Sådan bruges dine data",
      description:
        "Vi og {partnerCount} beder om dit samtykke til at lagre oplysninger på din enhed, få adgang til dem dér og behandle personoplysninger såsom unikke identifikatorer og browsingdata til de formål, der er nævnt her. Du beslutter for hvert enkelt formål, og du kan til enhver tid trække dit samtykke tilbage eller ændre dine valg i privatlivsindstillingerne.",
      partnersLink: "vores {count} partnere",
      andMore: "og {count} til",
      legitimateInterestNotice:
        "Nogle partnere behandler data på grundlag af deres legitime interesse uden at bede om samtykke. Du har ret til at gøre indsigelse mod dette i privatlivsindstillingerne.",
      scopeServiceSpecific: "Dine valg gælder kun for dette websted.",
      scopeGroup: "Dine valg gælder for alle websteder i vores gruppe.",
    },
    preferenceCenter: {
      title: "Privatlivsindstillinger",
      description:
        "Her kan du for hvert formål og hver partner beslutte, om du giver samtykke til behandlingen af dine data. Du kan også gøre indsigelse mod behandling på grundlag af legitim interesse.",
      tabs: { purposes: "Formål", vendors: "Partnere" },
      purposeItem: {
        partners: "Partnere",
        vendorsUseLegitimateInterest: "Partnere, der påberåber sig legitim interesse",
        examples: "Eksempler",
        partnersUsingPurpose: "Partnere, der bruger data til dette formål",
        withYourPermission: "Med dit samtykke",
        legitimateInterest: "Legitim interesse",
        objectButton: "Gør indsigelse",
        objected: "Indsigelse gjort",
        rightToObject:
          "Du har ret til at gøre indsigelse mod behandlingen af dine data på grundlag af legitim interesse.",
      },
      specialPurposes: {
        title: "Særlige formål",
        tooltip:
          "Partnere behandler data til disse formål på grundlag af legitim interesse, f.eks. for at opretholde sikkerheden eller for at levere og vise reklamer og indhold. Her er der ikke mulighed for at vælge dem til eller fra.",
      },
      features: {
        title: "Funktioner",
        description:
          "Funktioner er måder, hvorpå partnere behandler data til de formål, de forfølger. De kan ikke vælges til eller fra særskilt.",
      },
      vendorList: {
        search: "Søg efter partnere",
        showingCount: "Viste partnere: {filtered} af {total}",
        iabVendorsHeading: "Partnere i IAB TCF",
        iabVendorsNotice:
          "Disse partnere deltager i Transparency & Consent Framework (TCF) fra IAB Europe og har forpligtet sig til at følge reglerne heri.",
        customVendorsHeading: "Øvrige partnere",
        customVendorsNotice:
          "Disse partnere deltager ikke i IAB TCF. Du kan træffe beslutning om dem her på samme måde.",
        purposes: "Formål",
        specialPurposes: "Særlige formål",
        specialFeatures: "Særlige funktioner",
        features: "Funktioner",
        dataCategories: "Kategorier af data",
        usesCookies: "Bruger cookies",
        nonCookieAccess: "Bruger andre metoder til lagring eller adgang end cookies",
        maxAge: "Maksimal levetid for cookies i dage: {days}",
        retention: "Opbevaringsperiode for data i dage: {days}",
        legitimateInterest: "Legitim interesse",
        privacyPolicy: "Privatlivspolitik",
        storageDisclosure: "Oplysninger om lagring på enheden",
        requiredNotice: "Altid aktiv; kan ikke vælges til eller fra her.",
      },
      footer: {
        consentStorage: "Dine valg gemmes i din browser under navnet »euconsent-v2« i højst 13 måneder.",
      },
    },
    common: {
      acceptAll: "Accepter alle",
      rejectAll: "Afvis alle",
      customize: "Administrer valg",
      saveSettings: "Gem valg",
      loading: "Indlæser …",
      showingSelectedVendor: "Kun den valgte partner vises.",
      clearSelection: "Vis alle partnere",
      customPartner: "Ikke i IAB TCF",
    },
  },
}
