import type { CompleteBundle } from "./Bundle.js"

/** Norwegian Bokmål, addressing visitors as “du”, as Norwegian sites do. */
export const nb: CompleteBundle = {
  common: {
    acceptAll: "Godta alle",
    rejectAll: "Avvis alle",
    customize: "Administrer valg",
    save: "Lagre valg",
    close: "Lukk",
    securedBy: "Drives av",
    dismiss: "Skjul",
    acknowledge: "Forstått",
    unavailable:
      "Ikke alt kan lastes inn akkurat nå. Du kan avslå eller trekke tilbake samtykket ditt nå og gi det senere.",
    alwaysActive: "Alltid aktiv",
    language: "Språk",
  },
  cookieBanner: {
    title: "Informasjonskapsler og personvernet ditt",
    description:
      "Vi bruker informasjonskapsler for at dette nettstedet skal fungere, og med ditt samtykke til tilleggsfunksjoner, personlig tilpasning, måling og markedsføring. Du kan når som helst endre avgjørelsen din.",
    noticeTitle: "Slik bruker vi informasjonskapsler",
    noticeDescription:
      "Vi bruker informasjonskapsler for at dette nettstedet skal fungere, og til valgfrie formål som måling og markedsføring. Disse kan du når som helst reservere deg mot i personverninnstillingene dine.",
  },
  consentManagerDialog: {
    title: "Personverninnstillinger",
    description:
      "Velg hvilke valgfrie formål du tillater. Strengt nødvendige informasjonskapsler er alltid aktive, fordi dette nettstedet ikke fungerer uten dem. Du kan når som helst endre valgene dine.",
    vendors: {
      title: "Leverandører ({count})",
      switchLabel: "Tillat {vendor}",
      disabledByCategory: "Bare tilgjengelig så lenge denne kategorien er tillatt.",
      privacyPolicy: "Personvernerklæring",
    },
    cookies: { title: "Informasjonskapsler ({count})", name: "Navn", purpose: "Formål", duration: "Varighet" },
  },
  consentTypes: {
    necessary: {
      title: "Strengt nødvendige",
      description:
        "Til grunnleggende funksjoner på nettstedet, for eksempel sikkerhet, navigasjon og lagring av personvernvalgene dine. Denne kategorien kan ikke slås av.",
    },
    functionality: {
      title: "Funksjonalitet",
      description: "Til tilleggsfunksjoner, for eksempel lagrede innstillinger, chat eller innebygde videoer.",
    },
    experience: {
      title: "Personlig tilpasning",
      description:
        "Til å tilpasse innholdet og utformingen av nettstedet til interessene dine og til måten du bruker det på.",
    },
    measurement: {
      title: "Måling",
      description:
        "Til å vise oss hvordan nettstedet brukes, for eksempel hvilke sider som besøkes, og hvor det oppstår feil, slik at vi kan forbedre det.",
    },
    marketing: {
      title: "Markedsføring",
      description:
        "Til å velge ut reklame, måle effekten av den og bygge opp en profil av interessene dine, også på tvers av ulike nettsteder.",
    },
  },
  consentGate: {
    title: "Dette innholdet krever din tillatelse til «{category}»",
    actionButton: "Tillat «{category}»",
    policyBlocked: "Dette innholdet er ikke tilgjengelig etter personvernreglene som gjelder for besøket ditt.",
    loading: "Laster inn innhold …",
    error: "Dette innholdet kunne ikke lastes inn.",
    provider: "Leverandør: {vendor}",
    once: "Last inn denne gangen",
    always: "Tillat alltid",
  },
  legalLinks: {
    privacyPolicy: "Personvernerklæring",
    cookiePolicy: "Retningslinjer for informasjonskapsler",
    termsOfService: "Bruksvilkår",
  },
  rights: {
    optOut: "Ikke selg eller del personopplysningene mine",
    preferences: "Personverninnstillinger",
  },
  iab: {
    banner: {
      title: "Slik brukes opplysningene dine",
      description:
        "Vi og {partnerCount} ber om ditt samtykke til å lagre opplysninger på enheten din, få tilgang til dem der og behandle personopplysninger, for eksempel unike identifikatorer og nettlesingsdata, for formålene som er angitt her. Du bestemmer for hvert enkelt formål, og du kan når som helst trekke tilbake samtykket eller endre valgene dine i personverninnstillingene.",
      partnersLink: "våre {count} partnere",
      andMore: "og {count} til",
      legitimateInterestNotice:
        "Noen partnere behandler opplysninger på grunnlag av sin berettigede interesse, uten å be om samtykke. Du har rett til å protestere mot dette i personverninnstillingene.",
      scopeServiceSpecific: "Valgene dine gjelder bare for dette nettstedet.",
      scopeGroup: "Valgene dine gjelder for alle nettstedene i gruppen vår.",
    },
    preferenceCenter: {
      title: "Personverninnstillinger",
      description:
        "Her kan du for hvert formål og hver partner bestemme om du samtykker til behandlingen av opplysningene dine. Du kan også protestere mot behandling på grunnlag av berettiget interesse.",
      tabs: { purposes: "Formål", vendors: "Partnere" },
      purposeItem: {
        partners: "Partnere",
        vendorsUseLegitimateInterest: "Partnere som påberoper seg berettiget interesse",
        examples: "Eksempler",
        partnersUsingPurpose: "Partnere som bruker opplysninger for dette formålet",
        withYourPermission: "Med ditt samtykke",
        legitimateInterest: "Berettiget interesse",
        objectButton: "Protester",
        objected: "Protestert",
        rightToObject:
          "Du har rett til å protestere mot behandlingen av opplysningene dine på grunnlag av berettiget interesse.",
      },
      specialPurposes: {
        title: "Spesielle formål",
        tooltip:
          "Partnere behandler opplysninger for disse formålene på grunnlag av berettiget interesse, for eksempel for å ivareta sikkerheten eller for å levere og vise reklame og innhold. Her er det ikke mulig å velge dem til eller fra.",
      },
      features: {
        title: "Funksjoner",
        description:
          "Funksjoner er måter partnere behandler opplysninger på for formålene de forfølger. De kan ikke velges til eller fra særskilt.",
      },
      vendorList: {
        search: "Søk etter partnere",
        showingCount: "Viste partnere: {filtered} av {total}",
        iabVendorsHeading: "Partnere i IAB TCF",
        iabVendorsNotice:
          "Disse partnerne deltar i Transparency & Consent Framework (TCF) fra IAB Europe og har forpliktet seg til å følge reglene i det.",
        customVendorsHeading: "Andre partnere",
        customVendorsNotice: "Disse partnerne deltar ikke i IAB TCF. Du kan ta stilling til dem her på samme måte.",
        purposes: "Formål",
        specialPurposes: "Spesielle formål",
        specialFeatures: "Spesielle funksjoner",
        features: "Funksjoner",
        dataCategories: "Kategorier av opplysninger",
        usesCookies: "Bruker informasjonskapsler",
        nonCookieAccess: "Bruker andre metoder for lagring eller tilgang enn informasjonskapsler",
        maxAge: "Maksimal levetid for informasjonskapsler i dager: {days}",
        retention: "Lagringstid for opplysninger i dager: {days}",
        legitimateInterest: "Berettiget interesse",
        privacyPolicy: "Personvernerklæring",
        storageDisclosure: "Opplysninger om lagring på enheten",
        requiredNotice: "Alltid aktiv; kan ikke velges til eller fra her.",
      },
      footer: {
        consentStorage: "Valgene dine lagres i nettleseren under navnet «euconsent-v2» i høyst 13 måneder.",
      },
    },
    common: {
      acceptAll: "Godta alle",
      rejectAll: "Avvis alle",
      customize: "Administrer valg",
      saveSettings: "Lagre valg",
      loading: "Laster inn …",
      showingSelectedVendor: "Bare den valgte partneren vises.",
      clearSelection: "Vis alle partnere",
      customPartner: "Ikke i IAB TCF",
    },
  },
}
