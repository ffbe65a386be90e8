import type { CompleteBundle } from "./Bundle.js"

/** Icelandic, addressing visitors as “þú”, as Icelandic sites do. */
export const is: CompleteBundle = {
  common: {
    acceptAll: "Leyfa allt",
    rejectAll: "Hafna öllu",
    customize: "Stilla val",
    save: "Vista val",
    close: "Loka",
    securedBy: "Knúið af",
    dismiss: "Fela",
    acknowledge: "Skilið",
    unavailable:
      "Ekki er hægt að hlaða öllu sem stendur. Þú getur hafnað eða afturkallað samþykki þitt núna og veitt það síðar.",
    alwaysActive: "Alltaf virkt",
    language: "Tungumál",
  },
  cookieBanner: {
    title: "Vafrakökur og persónuvernd þín",
    description:
      "Við notum vafrakökur til að þessi vefur virki og, ef þú samþykkir, fyrir viðbótarvirkni, persónulega aðlögun, mælingar og markaðssetningu. Þú getur skipt um skoðun hvenær sem er.",
    noticeTitle: "Hvernig við notum vafrakökur",
    noticeDescription:
      "Við notum vafrakökur til að þessi vefur virki og í valfrjálsum tilgangi, svo sem fyrir mælingar og markaðssetningu. Þú getur afþakkað það hvenær sem er í persónuverndarstillingum þínum.",
  },
  consentManagerDialog: {
    title: "Persónuverndarstillingar",
    description:
      "Veldu hvaða valfrjálsan tilgang þú leyfir. Algerlega nauðsynlegar vafrakökur eru alltaf virkar því að þessi vefur starfar ekki án þeirra. Þú getur breytt vali þínu hvenær sem er.",
    vendors: {
      title: "Þjónustuveitendur ({count})",
      switchLabel: "Leyfa {vendor}",
      disabledByCategory: "Aðeins í boði á meðan þessi flokkur er leyfður.",
      privacyPolicy: "Persónuverndarstefna",
    },
    cookies: { title: "Vafrakökur ({count})", name: "Heiti", purpose: "Tilgangur", duration: "Gildistími" },
  },
  consentTypes: {
    necessary: {
      title: "Algerlega nauðsynlegt",
      description:
        "Fyrir grunnvirkni þessa vefs, svo sem öryggi, leiðsögn um vefinn og varðveislu á vali þínu um persónuvernd. Ekki er hægt að slökkva á þessum flokki.",
    },
    functionality: {
      title: "Virkni",
      description: "Fyrir viðbótarvirkni, svo sem vistaðar stillingar, spjall eða innfelld myndskeið.",
    },
    experience: {
      title: "Persónuleg aðlögun",
      description: "Til að laga efni og útlit þessa vefs að áhugasviðum þínum og því hvernig þú notar hann.",
    },
    measurement: {
      title: "Mælingar",
      description:
        "Til að sýna okkur hvernig þessi vefur er notaður, til dæmis hvaða síður eru skoðaðar og hvar villur koma upp, svo að við getum bætt hann.",
    },
    marketing: {
      title: "Markaðssetning",
      description:
        "Til að velja auglýsingar, mæla áhrif þeirra og búa til persónusnið um áhugasvið þín, einnig þvert á ólíka vefi.",
    },
  },
  consentGate: {
    title: "Þetta efni krefst leyfis þíns fyrir „{category}“",
    actionButton: "Leyfa „{category}“",
    policyBlocked: "Þetta efni er ekki í boði samkvæmt þeim persónuverndarreglum sem gilda um heimsókn þína.",
    loading: "Sæki efni…",
    error: "Ekki tókst að sækja þetta efni.",
    provider: "Þjónustuaðili: {vendor}",
    once: "Hlaða í þetta sinn",
    always: "Leyfa alltaf",
  },
  legalLinks: {
    privacyPolicy: "Persónuverndarstefna",
    cookiePolicy: "Vafrakökustefna",
    termsOfService: "Notkunarskilmálar",
  },
  rights: {
    optOut: "Ekki selja persónuupplýsingar mínar eða deila þeim",
    preferences: "Persónuverndarstillingar",
  },
  iab: {
    banner: {
      title: "Hvernig gögnin þín eru notuð",
      description:
        "Við og {partnerCount} biðjum um samþykki þitt til að geyma upplýsingar í tækinu þínu, fá aðgang að þeim þar og vinna með persónuupplýsingar, svo sem einkvæm auðkenni og vafragögn, í þeim tilgangi sem hér er tilgreindur. Þú ákveður fyrir hvern tilgang um sig og getur hvenær sem er afturkallað samþykki þitt eða breytt vali þínu í persónuverndarstillingunum.",
      partnersLink: "samstarfsaðilar okkar\u00a0({count})",
      andMore: "og {count} til viðbótar",
      legitimateInterestNotice:
        "Sumir samstarfsaðilar vinna með gögn á grundvelli lögmætra hagsmuna sinna, án þess að biðja um samþykki. Þú átt rétt á að andmæla því í persónuverndarstillingunum.",
      scopeServiceSpecific: "Val þitt gildir aðeins um þennan vef.",
      scopeGroup: "Val þitt gildir um alla vefi í okkar hópi.",
    },
    preferenceCenter: {
      title: "Persónuverndarstillingar",
      description:
        "Hér getur þú ákveðið fyrir hvern tilgang og hvern samstarfsaðila hvort þú samþykkir vinnslu gagna þinna. Þú getur einnig andmælt vinnslu sem byggist á lögmætum hagsmunum.",
      tabs: { purposes: "Tilgangur", vendors: "Samstarfsaðilar" },
      purposeItem: {
        partners: "Samstarfsaðilar",
        vendorsUseLegitimateInterest: "Samstarfsaðilar sem byggja á lögmætum hagsmunum",
        examples: "Dæmi",
        partnersUsingPurpose: "Samstarfsaðilar sem nota gögn í þessum tilgangi",
        withYourPermission: "Með samþykki þínu",
        legitimateInterest: "Lögmætir hagsmunir",
        objectButton: "Andmæla",
        objected: "Andmælt",
        rightToObject: "Þú átt rétt á að andmæla vinnslu gagna þinna á grundvelli lögmætra hagsmuna.",
      },
      specialPurposes: {
        title: "Sérstakur tilgangur",
        tooltip:
          "Samstarfsaðilar vinna með gögn í þessum tilgangi á grundvelli lögmætra hagsmuna, til dæmis til að tryggja öryggi eða til að afhenda og birta auglýsingar og efni. Ekki er boðið upp á val um hann hér.",
      },
      features: {
        title: "Eiginleikar",
        description:
          "Eiginleikar eru aðferðir sem samstarfsaðilar beita við vinnslu gagna í þeim tilgangi sem þeir stefna að. Ekki er boðið upp á sérstakt val um þá.",
      },
      vendorList: {
        search: "Leita að samstarfsaðilum",
        showingCount: "Birtir samstarfsaðilar: {filtered} af {total}",
        iabVendorsHeading: "Samstarfsaðilar í IAB TCF",
        iabVendorsNotice:
          "Þessir samstarfsaðilar taka þátt í Transparency & Consent Framework (TCF) á vegum IAB Europe og hafa skuldbundið sig til að fylgja reglum þess.",
        customVendorsHeading: "Aðrir samstarfsaðilar",
        customVendorsNotice:
          "Þessir samstarfsaðilar taka ekki þátt í IAB TCF. Þú getur tekið ákvörðun um þá hér á sama hátt.",
        purposes: "Tilgangur",
        specialPurposes: "Sérstakur tilgangur",
        specialFeatures: "Sérstakir eiginleikar",
        features: "Eiginleikar",
        dataCategories: "Flokkar gagna",
        usesCookies: "Notar vafrakökur",
        nonCookieAccess: "Notar aðrar geymslu- eða aðgangsaðferðir en vafrakökur",
        maxAge: "Hámarkslíftími vafrakakna í dögum: {days}",
        retention: "Varðveislutími gagna í dögum: {days}",
        legitimateInterest: "Lögmætir hagsmunir",
        privacyPolicy: "Persónuverndarstefna",
        storageDisclosure: "Upplýsingar um geymslu í tækinu",
        requiredNotice: "Alltaf virkt; ekki er boðið upp á val hér.",
      },
      footer: {
        consentStorage: "Val þitt er geymt í vafranum þínum undir heitinu „euconsent-v2“ að hámarki í 13 mánuði.",
      },
    },
    common: {
      acceptAll: "Leyfa allt",
      rejectAll: "Hafna öllu",
      customize: "Stilla val",
      saveSettings: "Vista val",
      loading: "Sæki…",
      showingSelectedVendor: "Aðeins valinn samstarfsaðili er birtur.",
      clearSelection: "Birta alla samstarfsaðila",
      customPartner: "Ekki í IAB TCF",
    },
  },
}
