import type { CompleteBundle } from "./Bundle.js"

/** Irish, singular address (the language has no separate formal one). */
export const ga: CompleteBundle = {
  common: {
    acceptAll: "Toiligh le gach rud",
    rejectAll: "Diúltaigh do gach rud",
    customize: "Bainistigh na roghanna",
    save: "Sábháil na roghanna",
    close: "Dún",
    securedBy: "Cumhachtaithe ag",
    dismiss: "Folaigh",
    acknowledge: "Tuigim",
    unavailable:
      "Ní féidir gach rud a luchtú faoi láthair. Is féidir leat toiliú a dhiúltú nó a tharraingt siar anois agus é a thabhairt níos déanaí.",
    alwaysActive: "Gníomhach i gcónaí",
    language: "Teanga",
  },
  cookieBanner: {
    title: "Fianáin agus do phríobháideachas",
    description:
      "Úsáidimid fianáin chun go n-oibreoidh an suíomh seo agus, má thoilíonn tú, le haghaidh feidhmeanna breise, pearsantaithe, tomhais agus margaíochta. Is féidir leat d’intinn a athrú tráth ar bith.",
    noticeTitle: "An chaoi a n-úsáidimid fianáin",
    noticeDescription:
      "Úsáidimid fianáin chun go n-oibreoidh an suíomh seo agus do chríocha roghnacha amhail tomhas agus margaíocht. Is féidir leat diúltú dóibh sin tráth ar bith i do shainroghanna príobháideachais.",
  },
  consentManagerDialog: {
    title: "Sainroghanna príobháideachais",
    description:
      "Roghnaigh na críocha roghnacha a cheadaíonn tú. Bíonn na fianáin fhíor-riachtanacha gníomhach i gcónaí toisc nach n-oibríonn an suíomh seo gan iad. Is féidir leat do roghanna a athrú tráth ar bith.",
    vendors: {
      title: "Soláthraithe ({count})",
      switchLabel: "Ceadaigh {vendor}",
      disabledByCategory: "Níl sé seo ar fáil ach fad is atá an chatagóir seo ceadaithe.",
      privacyPolicy: "Beartas príobháideachais",
    },
    cookies: { title: "Fianáin ({count})", name: "Ainm", purpose: "Cuspóir", duration: "Tréimhse" },
  },
  consentTypes: {
    necessary: {
      title: "Fíor-riachtanach",
      description:
        "Cuireann siad seo bunfheidhmeanna an tsuímh seo ar fáil, amhail slándáil, nascleanúint agus do roghanna príobháideachais a choinneáil i gcuimhne. Ní féidir iad a mhúchadh.",
    },
    functionality: {
      title: "Feidhmiúlacht",
      description:
        "Cuireann siad seo feidhmeanna breise ar fáil, amhail socruithe a choinnítear i gcuimhne, comhrá ar líne nó físeáin leabaithe.",
    },
    experience: {
      title: "Pearsantú",
      description:
        "Cuireann siad seo ábhar agus leagan amach an tsuímh seo in oiriúint do do chuid spéiseanna agus don chaoi a n-úsáideann tú é.",
    },
    measurement: {
      title: "Tomhas",
      description:
        "Léiríonn siad seo dúinn conas a úsáidtear an suíomh seo, mar shampla na leathanaigh a dtugtar cuairt orthu agus na háiteanna a dtarlaíonn earráidí, ionas gur féidir linn feabhas a chur air.",
    },
    marketing: {
      title: "Margaíocht",
      description:
        "Úsáidtear iad seo chun fógraíocht a roghnú, chun a héifeacht a thomhas agus chun próifíl de do chuid spéiseanna a chruthú, lena n-áirítear thar shuíomhanna gréasáin éagsúla.",
    },
  },
  consentGate: {
    title: "Tá do chead maidir le “{category}” ag teastáil le haghaidh an ábhair seo",
    actionButton: "Ceadaigh “{category}”",
    policyBlocked: "Níl an t-ábhar seo ar fáil faoi na rialacha príobháideachais a bhaineann le do chuairt.",
    loading: "Tá an t-ábhar á lódáil…",
    error: "Níorbh fhéidir an t-ábhar seo a lódáil.",
    provider: "Soláthraí: {vendor}",
    once: "Lódáil an uair seo",
    always: "Ceadaigh i gcónaí",
  },
  legalLinks: {
    privacyPolicy: "Beartas príobháideachais",
    cookiePolicy: "Beartas fianán",
    termsOfService: "Téarmaí seirbhíse",
  },
  rights: {
    optOut: "Ná díol agus ná comhroinn mo chuid sonraí pearsanta",
    preferences: "Sainroghanna príobháideachais",
  },
  iab: {
    banner: {
      title: "An chaoi a n-úsáidtear do chuid sonraí",
      description:
        "Táimid féin agus {partnerCount} ag iarraidh do thoilithe chun faisnéis a stóráil ar do ghléas, chun rochtain a fháil uirthi ansin, agus chun sonraí pearsanta, amhail aitheantóirí uathúla agus sonraí brabhsála, a phróiseáil do na críocha atá ainmnithe anseo. Is tusa a chinneann faoi gach críoch ar leith, agus is féidir leat do thoiliú a tharraingt siar nó do roghanna a athrú sna sainroghanna príobháideachais tráth ar bith.",
      partnersLink: "ár gcomhpháirtithe\u00a0({count})",
      andMore: "agus {count} eile",
      legitimateInterestNotice:
        "Tá comhpháirtithe ann a phróiseálann sonraí ar bhonn a leasa dhlisteanaigh, gan toiliú a iarraidh. Tá sé de cheart agat agóid a dhéanamh ina choinne sin sna sainroghanna príobháideachais.",
      scopeServiceSpecific: "Baineann do roghanna leis an suíomh gréasáin seo amháin.",
      scopeGroup: "Baineann do roghanna le gach suíomh gréasáin de chuid ár ngrúpa.",
    },
    preferenceCenter: {
      title: "Sainroghanna príobháideachais",
      description:
        "Is féidir leat cinneadh a dhéanamh anseo, i leith gach críche agus gach comhpháirtí, an dtoilíonn tú le próiseáil do chuid sonraí. Is féidir leat agóid a dhéanamh freisin i gcoinne próiseála atá bunaithe ar leas dlisteanach.",
      tabs: { purposes: "Críocha", vendors: "Comhpháirtithe" },
      purposeItem: {
        partners: "Comhpháirtithe",
        vendorsUseLegitimateInterest: "Comhpháirtithe atá ag brath ar leas dlisteanach",
        examples: "Samplaí",
        partnersUsingPurpose: "Comhpháirtithe a úsáideann sonraí chun na críche seo",
        withYourPermission: "Le do thoiliú",
        legitimateInterest: "Leas dlisteanach",
        objectButton: "Déan agóid",
        objected: "Agóid déanta",
        rightToObject:
          "Tá sé de cheart agat agóid a dhéanamh i gcoinne phróiseáil do chuid sonraí ar bhonn leasa dhlisteanaigh.",
      },
      specialPurposes: {
        title: "Críocha speisialta",
        tooltip:
          "Próiseálann comhpháirtithe sonraí do na críocha seo ar bhonn leasa dhlisteanaigh, mar shampla chun slándáil a áirithiú nó chun fógraíocht agus ábhar a sheachadadh agus a chur i láthair. Ní thairgtear aon rogha ina leith anseo.",
      },
      features: {
        title: "Gnéithe",
        description:
          "Is éard atá i gceist le gnéithe ná na bealaí ina bpróiseálann comhpháirtithe sonraí do na críocha atá acu. Níl aon rogha ar leith ann ina leith.",
      },
      vendorList: {
        search: "Cuardaigh comhpháirtithe",
        showingCount: "Comhpháirtithe á dtaispeáint: {filtered} as {total}",
        iabVendorsHeading: "Comhpháirtithe in IAB TCF",
        iabVendorsNotice:
          "Tá na comhpháirtithe seo rannpháirteach sa Transparency & Consent Framework (TCF) de chuid IAB Europe agus tá gealltanas tugtha acu cloí lena rialacha.",
        customVendorsHeading: "Comhpháirtithe eile",
        customVendorsNotice:
          "Níl na comhpháirtithe seo rannpháirteach in IAB TCF. Is féidir leat cinneadh a dhéanamh fúthu anseo ar an mbealach céanna.",
        purposes: "Críocha",
        specialPurposes: "Críocha speisialta",
        specialFeatures: "Gnéithe speisialta",
        features: "Gnéithe",
        dataCategories: "Catagóirí sonraí",
        usesCookies: "Úsáidtear fianáin",
        nonCookieAccess: "Úsáidtear modhanna stórála nó rochtana seachas fianáin",
        maxAge: "Saolré uasta na bhfianán i laethanta: {days}",
        retention: "Tréimhse choinneála na sonraí i laethanta: {days}",
        legitimateInterest: "Leas dlisteanach",
        privacyPolicy: "Beartas príobháideachais",
        storageDisclosure: "Mionsonraí faoin stóráil ar an ngléas",
        requiredNotice: "Gníomhach i gcónaí; ní thairgtear aon rogha anseo.",
      },
      footer: {
        consentStorage:
          "Stóráiltear do roghanna i do bhrabhsálaí faoin ainm “euconsent-v2” ar feadh tréimhse nach faide ná 13 mhí.",
      },
    },
    common: {
      acceptAll: "Toiligh le gach rud",
      rejectAll: "Diúltaigh do gach rud",
      customize: "Bainistigh na roghanna",
      saveSettings: "Sábháil na roghanna",
      loading: "Á lódáil…",
      showingSelectedVendor: "Níl ach an comhpháirtí roghnaithe á thaispeáint.",
      clearSelection: "Taispeáin gach comhpháirtí",
      customPartner: "Níl sé in IAB TCF",
    },
  },
}
