import type { CompleteBundle } from "./Bundle.js"

/** Romansh (Rumantsch Grischun), formal address. */
export const rm: CompleteBundle = {
  common: {
    acceptAll: "Acceptar tut",
    rejectAll: "Refusar tut",
    customize: "Administrar las tschernas",
    save: "Memorisar las tschernas",
    close: "Serrar",
    securedBy: "Cun la tecnologia da",
    dismiss: "Zuppentar",
    acknowledge: "Chapì",
    unavailable:
      "Actualmain na po betg tut vegnir chargià. Vus pudais refusar u revocar Voss consentiment ussa e dar el pli tard.",
    alwaysActive: "Adina activ",
    language: "Lingua",
  },
  cookieBanner: {
    title: "Cookies e Vossa sfera privata",
    description:
      "Nus utilisain cookies per che questa website funcziunia e, sche Vus essas d’accord, per funcziuns supplementaras, persunalisaziun, mesiraziun e marketing. Vus pudais midar Vossa decisiun da tut temp.",
    noticeTitle: "Co che nus utilisain cookies",
    noticeDescription:
      "Nus utilisain cookies per che questa website funcziunia e per intents facultativs sco la mesiraziun ed il marketing. Quels pudais Vus refusar da tut temp en Vossas preferenzas da protecziun da datas.",
  },
  consentManagerDialog: {
    title: "Preferenzas da protecziun da datas",
    description:
      "Tschernai ils intents facultativs che Vus vulais permetter. Ils cookies absolutamain necessaris èn adina activs, perquai che questa website na funcziuna betg senza els. Vus pudais midar Vossas tschernas da tut temp.",
    vendors: {
      title: "Purschiders ({count})",
      switchLabel: "Permetter {vendor}",
      disabledByCategory: "Disponibel mo uschè ditg che questa categoria è permessa.",
      privacyPolicy: "Decleraziun da protecziun da datas",
    },
    cookies: { title: "Cookies ({count})", name: "Num", purpose: "Intent", duration: "Durada" },
  },
  consentTypes: {
    necessary: {
      title: "Absolutamain necessari",
      description:
        "Per las funcziuns fundamentalas da questa website, per exempel la segirezza, la navigaziun e la memorisaziun da Vossas tschernas davart la protecziun da datas. Questa categoria na po betg vegnir deactivada.",
    },
    functionality: {
      title: "Funcziuns",
      description: "Per funcziuns supplementaras, per exempel configuraziuns memorisadas, chat u videos integrads.",
    },
    experience: {
      title: "Persunalisaziun",
      description:
        "Per adattar il cuntegn e la preschentaziun da questa website a Voss interess ed a la moda co che Vus l’utilisais.",
    },
    measurement: {
      title: "Mesiraziun",
      description:
        "Per ans mussar co che questa website vegn utilisada, per exempel tge paginas che vegnan visitadas e nua ch’i dat errurs, uschia che nus pudain la meglierar.",
    },
    marketing: {
      title: "Marketing",
      description:
        "Per tscherner reclama, per mesirar ses effect e per crear in profil da Voss interess, era sin differentas websites.",
    },
  },
  consentGate: {
    title: "Quest cuntegn dovra Vossa permissiun per «{category}»",
    actionButton: "Permetter «{category}»",
    policyBlocked:
      "Quest cuntegn n’è betg disponibel tenor las reglas da protecziun da datas che valan per Vossa visita.",
    loading: "Il cuntegn vegn chargià…",
    error: "Quest cuntegn n’ha betg pudì vegnir chargià.",
    provider: "Purschider: {vendor}",
    once: "Chargiar questa giada",
    always: "Permetter adina",
  },
  legalLinks: {
    privacyPolicy: "Decleraziun da protecziun da datas",
    cookiePolicy: "Directiva davart ils cookies",
    termsOfService: "Cundiziuns d’utilisaziun",
  },
  rights: {
    optOut: "Betg vender ni cundivider mias datas persunalas",
    preferences: "Preferenzas da protecziun da datas",
  },
  iab: {
    banner: {
      title: "Co che Vossas datas vegnan utilisadas",
      description:
        "Nus e {partnerCount} dumandain Voss consentiment per memorisar infurmaziuns sin Voss apparat, per acceder là a questas infurmaziuns e per elavurar datas persunalas, sco identificaturs unics e datas da navigaziun, per ils intents numnads qua. Vus decidais per mintga singul intent e pudais da tut temp revocar Voss consentiment u midar Vossas tschernas en las preferenzas da protecziun da datas.",
      partnersLink: "noss {count} partenaris",
      andMore: "ed anc {count}",
      legitimateInterestNotice:
        "Tscherts partenaris elavuran datas sin basa da lur interess legitim, senza dumandar il consentiment. Vus avais il dretg da far opposiziun cunter quai en las preferenzas da protecziun da datas.",
      scopeServiceSpecific: "Vossas tschernas valan mo per questa website.",
      scopeGroup: "Vossas tschernas valan per tut las websites da nossa gruppa.",
    },
    preferenceCenter: {
      title: "Preferenzas da protecziun da datas",
      description:
        "Qua pudais Vus decider per mintga singul intent e per mintga singul partenari, sche Vus consentis a l’elavuraziun da Vossas datas. Ultra da quai pudais Vus far opposiziun cunter l’elavuraziun che sa basa sin in interess legitim.",
      tabs: { purposes: "Intents", vendors: "Partenaris" },
      purposeItem: {
        partners: "Partenaris",
        vendorsUseLegitimateInterest: "Partenaris che sa basan sin in interess legitim",
        examples: "Exempels",
        partnersUsingPurpose: "Partenaris che utiliseschan datas per quest intent",
        withYourPermission: "Cun Voss consentiment",
        legitimateInterest: "Interess legitim",
        objectButton: "Far opposiziun",
        objected: "Fatg opposiziun",
        rightToObject:
          "Vus avais il dretg da far opposiziun cunter l’elavuraziun da Vossas datas sin basa d’in interess legitim.",
      },
      specialPurposes: {
        title: "Intents spezials",
        tooltip:
          "Partenaris elavuran datas per quests intents sin basa d’in interess legitim, per exempel per garantir la segirezza u per furnir e preschentar reclama e cuntegns. Per quests intents na vegn purschida qua nagina tscherna.",
      },
      features: {
        title: "Caracteristicas",
        description:
          "Caracteristicas èn las modas e manieras co che partenaris elavuran datas per ils intents ch’els persequiteschan. Per ellas na datti nagina tscherna separada.",
      },
      vendorList: {
        search: "Tschertgar partenaris",
        showingCount: "Partenaris mussads: {filtered} da totalmain {total}",
        iabVendorsHeading: "Partenaris en l’IAB TCF",
        iabVendorsNotice:
          "Quests partenaris prendan part dal Transparency & Consent Framework (TCF) da l’IAB Europe ed èn s’obligads d’observar sias reglas.",
        customVendorsHeading: "Auters partenaris",
        customVendorsNotice:
          "Quests partenaris na prendan betg part da l’IAB TCF. Vus pudais decider davart els qua en la medema moda.",
        purposes: "Intents",
        specialPurposes: "Intents spezials",
        specialFeatures: "Caracteristicas spezialas",
        features: "Caracteristicas",
        dataCategories: "Categorias da datas",
        usesCookies: "Utilisescha cookies",
        nonCookieAccess: "Utilisescha autras metodas da memorisaziun u d’access che cookies",
        maxAge: "Durada maximala dals cookies en dis: {days}",
        retention: "Durada da conservaziun da las datas en dis: {days}",
        legitimateInterest: "Interess legitim",
        privacyPolicy: "Decleraziun da protecziun da datas",
        storageDisclosure: "Indicaziuns davart la memorisaziun sin l’apparat",
        requiredNotice: "Adina activ; qua na vegn purschida nagina tscherna.",
      },
      footer: {
        consentStorage:
          "Vossas tschernas vegnan memorisadas en Voss navigatur sut il num «euconsent-v2» per maximalmain 13 mais.",
      },
    },
    common: {
      acceptAll: "Acceptar tut",
      rejectAll: "Refusar tut",
      customize: "Administrar las tschernas",
      saveSettings: "Memorisar las tschernas",
      loading: "Vegn chargià…",
      showingSelectedVendor: "Mo il partenari tschernì vegn mussà.",
      clearSelection: "Mussar tut ils partenaris",
      customPartner: "Betg en l’IAB TCF",
    },
  },
}
