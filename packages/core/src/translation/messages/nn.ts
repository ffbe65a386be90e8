import type { CompleteBundle } from "./Bundle.js"

/** Norwegian Nynorsk, addressing visitors as “du”, as Norwegian sites do. */
export const nn: CompleteBundle = {
  common: {
    acceptAll: "Godta alle",
    rejectAll: "Avvis alle",
    customize: "Administrer val",
    save: "Lagre val",
    close: "Lukk",
    securedBy: "Driven av",
    dismiss: "Gøym",
    acknowledge: "Forstått",
    unavailable:
      "Ikkje alt kan lastast inn akkurat no. Du kan avslå eller trekkje tilbake samtykket ditt no og gje det seinare.",
    alwaysActive: "Alltid aktiv",
    language: "Språk",
  },
  cookieBanner: {
    title: "Informasjonskapslar og personvernet ditt",
    description:
      "Vi bruker informasjonskapslar for at denne nettstaden skal fungere, og med samtykket ditt til tilleggsfunksjonar, personleg tilpassing, måling og marknadsføring. Du kan når som helst endre avgjerda di.",
    noticeTitle: "Slik bruker vi informasjonskapslar",
    noticeDescription:
      "Vi bruker informasjonskapslar for at denne nettstaden skal fungere, og til valfrie føremål som måling og marknadsføring. Desse kan du når som helst reservere deg mot i personverninnstillingane dine.",
  },
  consentManagerDialog: {
    title: "Personverninnstillingar",
    description:
      "Vel kva for valfrie føremål du tillèt. Strengt nødvendige informasjonskapslar er alltid aktive, fordi denne nettstaden ikkje fungerer utan dei. Du kan når som helst endre vala dine.",
    vendors: {
      title: "Leverandørar ({count})",
      switchLabel: "Tillat {vendor}",
      disabledByCategory: "Berre tilgjengeleg så lenge denne kategorien er tillaten.",
      privacyPolicy: "Personvernerklæring",
    },
    cookies: { title: "Informasjonskapslar ({count})", name: "Namn", purpose: "Føremål", duration: "Varigheit" },
  },
  consentTypes: {
    necessary: {
      title: "Strengt nødvendige",
      description:
        "Til grunnleggjande funksjonar på nettstaden, til dømes tryggleik, navigasjon og lagring av personvernvala dine. Denne kategorien kan ikkje slåast av.",
    },
    functionality: {
      title: "Funksjonalitet",
      description: "Til tilleggsfunksjonar, til dømes lagra innstillingar, chat eller innebygde videoar.",
    },
    experience: {
      title: "Personleg tilpassing",
      description:
        "Til å tilpasse innhaldet og utforminga av nettstaden til interessene dine og til måten du bruker han på.",
    },
    measurement: {
      title: "Måling",
      description:
        "Til å vise oss korleis nettstaden blir brukt, til dømes kva sider som blir besøkte, og kvar det oppstår feil, slik at vi kan forbetre han.",
    },
    marketing: {
      title: "Marknadsføring",
      description:
        "Til å velje ut reklame, måle effekten av han og byggje opp ein profil av interessene dine, også på tvers av ulike nettstader.",
    },
  },
  consentGate: {
    title: "Dette innhaldet krev at du gir løyve til «{category}»",
    actionButton: "Tillat «{category}»",
    policyBlocked: "Dette innhaldet er ikkje tilgjengeleg etter personvernreglane som gjeld for besøket ditt.",
    loading: "Lastar inn innhald …",
    error: "Dette innhaldet kunne ikkje lastast inn.",
    provider: "Leverandør: {vendor}",
    once: "Last inn denne gongen",
    always: "Tillat alltid",
  },
  legalLinks: {
    privacyPolicy: "Personvernerklæring",
    cookiePolicy: "Retningslinjer for informasjonskapslar",
    termsOfService: "Bruksvilkår",
  },
  rights: {
    optOut: "Ikkje sel eller del personopplysningane mine",
    preferences: "Personverninnstillingar",
  },
  iab: {
    banner: {
      title: "Slik blir opplysningane dine brukte",
      description:
        "Vi og {partnerCount} ber om samtykket ditt til å lagre opplysningar på eininga di, få tilgang til dei der og behandle personopplysningar, til dømes unike identifikatorar og nettlesingsdata, for føremåla som er oppgitte her. Du avgjer for kvart einskilt føremål, og du kan når som helst trekkje tilbake samtykket eller endre vala dine i personverninnstillingane.",
      partnersLink: "dei {count} partnarane våre",
      andMore: "og {count} til",
      legitimateInterestNotice:
        "Nokre partnarar behandlar opplysningar på grunnlag av den berettiga interessa si, utan å be om samtykke. Du har rett til å protestere mot dette i personverninnstillingane.",
      scopeServiceSpecific: "Vala dine gjeld berre for denne nettstaden.",
      scopeGroup: "Vala dine gjeld for alle nettstadene i gruppa vår.",
    },
    preferenceCenter: {
      title: "Personverninnstillingar",
      description:
        "Her kan du for kvart føremål og kvar partnar avgjere om du samtykkjer til behandlinga av opplysningane dine. Du kan også protestere mot behandling på grunnlag av berettiga interesse.",
      tabs: { purposes: "Føremål", vendors: "Partnarar" },
      purposeItem: {
        partners: "Partnarar",
        vendorsUseLegitimateInterest: "Partnarar som viser til berettiga interesse",
        examples: "Døme",
        partnersUsingPurpose: "Partnarar som bruker opplysningar for dette føremålet",
        withYourPermission: "Med ditt samtykke",
        legitimateInterest: "Berettiga interesse",
        objectButton: "Protester",
        objected: "Protestert",
        rightToObject:
          "Du har rett til å protestere mot behandlinga av opplysningane dine på grunnlag av berettiga interesse.",
      },
      specialPurposes: {
        title: "Spesielle føremål",
        tooltip:
          "Partnarar behandlar opplysningar for desse føremåla på grunnlag av berettiga interesse, til dømes for å vareta tryggleiken eller for å levere og vise reklame og innhald. Her er det ikkje mogleg å velje dei til eller frå.",
      },
      features: {
        title: "Funksjonar",
        description:
          "Funksjonar er måtar partnarar behandlar opplysningar på for føremåla dei forfølgjer. Dei kan ikkje veljast til eller frå særskilt.",
      },
      vendorList: {
        search: "Søk etter partnarar",
        showingCount: "Viste partnarar: {filtered} av {total}",
        iabVendorsHeading: "Partnarar i IAB TCF",
        iabVendorsNotice:
          "Desse partnarane deltek i Transparency & Consent Framework (TCF) frå IAB Europe og har forplikta seg til å følgje reglane i det.",
        customVendorsHeading: "Andre partnarar",
        customVendorsNotice: "Desse partnarane deltek ikkje i IAB TCF. Du kan ta stilling til dei her på same måte.",
        purposes: "Føremål",
        specialPurposes: "Spesielle føremål",
        specialFeatures: "Spesielle funksjonar",
        features: "Funksjonar",
        dataCategories: "Kategoriar av opplysningar",
        usesCookies: "Bruker informasjonskapslar",
        nonCookieAccess: "Bruker andre metodar for lagring eller tilgang enn informasjonskapslar",
        maxAge: "Maksimal levetid for informasjonskapslar i dagar: {days}",
        retention: "Lagringstid for opplysningar i dagar: {days}",
        legitimateInterest: "Berettiga interesse",
        privacyPolicy: "Personvernerklæring",
        storageDisclosure: "Opplysningar om lagring på eininga",
        requiredNotice: "Alltid aktiv; kan ikkje veljast til eller frå her.",
      },
      footer: {
        consentStorage: "Vala dine blir lagra i nettlesaren under namnet «euconsent-v2» i høgst 13 månader.",
      },
    },
    common: {
      acceptAll: "Godta alle",
      rejectAll: "Avvis alle",
      customize: "Administrer val",
      saveSettings: "Lagre val",
      loading: "Lastar inn …",
      showingSelectedVendor: "Berre den valde partnaren blir vist.",
      clearSelection: "Vis alle partnarar",
      customPartner: "Ikkje i IAB TCF",
    },
  },
}
