import type { CompleteBundle } from "./Bundle.js"

/** Slovak, formal address. */
export const sk: CompleteBundle = {
  common: {
    acceptAll: "Prijať všetko",
    rejectAll: "Odmietnuť všetko",
    customize: "Upraviť výber",
    save: "Uložiť výber",
    close: "Zavrieť",
    securedBy: "Beží na",
    dismiss: "Skryť",
    acknowledge: "Rozumiem",
    unavailable: "Momentálne sa nedá načítať všetko. Súhlas môžete odmietnuť alebo odvolať teraz a udeliť ho neskôr.",
    alwaysActive: "Vždy aktívne",
    language: "Jazyk",
  },
  cookieBanner: {
    title: "Súbory cookie a vaše súkromie",
    description:
      "Súbory cookie používame, aby toto webové sídlo fungovalo, a s vaším súhlasom aj na doplnkové funkcie, personalizáciu, štatistiku a marketing. Svoje rozhodnutie môžete kedykoľvek zmeniť.",
    noticeTitle: "Ako používame súbory cookie",
    noticeDescription:
      "Súbory cookie používame, aby toto webové sídlo fungovalo, a na voliteľné účely, ako je štatistika a marketing. Tie môžete kedykoľvek odmietnuť v nastaveniach súkromia.",
  },
  consentManagerDialog: {
    title: "Nastavenia súkromia",
    description:
      "Vyberte, ktoré voliteľné účely povolíte. Nevyhnutne potrebné súbory cookie sú vždy aktívne, pretože bez nich toto webové sídlo nefunguje. Svoj výber môžete kedykoľvek zmeniť.",
    vendors: {
      title: "Poskytovatelia ({count})",
      switchLabel: "Povoliť poskytovateľa {vendor}",
      disabledByCategory: "Dostupné iba vtedy, keď je táto kategória povolená.",
      privacyPolicy: "Zásady ochrany osobných údajov",
    },
    cookies: { title: "Súbory cookie ({count})", name: "Názov", purpose: "Účel", duration: "Doba platnosti" },
  },
  consentTypes: {
    necessary: {
      title: "Nevyhnutne potrebné",
      description:
        "Tieto technológie zabezpečujú základné funkcie tohto webového sídla, napríklad bezpečnosť, navigáciu a zapamätanie vášho výberu týkajúceho sa súkromia. Nemožno ich vypnúť.",
    },
    functionality: {
      title: "Funkčnosť",
      description:
        "Tieto technológie zabezpečujú doplnkové funkcie, napríklad zapamätané nastavenia, chat alebo vložené videá.",
    },
    experience: {
      title: "Personalizácia",
      description:
        "Tieto technológie prispôsobujú obsah a rozloženie tohto webového sídla vašim záujmom a spôsobu, akým ho používate.",
    },
    measurement: {
      title: "Štatistika",
      description:
        "Tieto technológie nám ukazujú, ako sa toto webové sídlo používa, napríklad ktoré stránky sa navštevujú a kde dochádza k chybám, aby sme ho mohli zlepšovať.",
    },
    marketing: {
      title: "Marketing",
      description:
        "Tieto technológie slúžia na výber reklamy, na meranie jej účinku a na vytváranie profilu vašich záujmov, a to aj naprieč rôznymi webovými sídlami.",
    },
  },
  consentGate: {
    title: "Tento obsah vyžaduje vaše povolenie pre kategóriu „{category}“",
    actionButton: "Povoliť kategóriu „{category}“",
    policyBlocked: "Podľa pravidiel ochrany súkromia, ktoré sa vzťahujú na vašu návštevu, nie je tento obsah dostupný.",
    loading: "Obsah sa načítava…",
    error: "Tento obsah sa nepodarilo načítať.",
    provider: "Poskytovateľ: {vendor}",
    once: "Načítať tentoraz",
    always: "Vždy povoliť",
  },
  legalLinks: {
    privacyPolicy: "Zásady ochrany osobných údajov",
    cookiePolicy: "Zásady používania súborov cookie",
    termsOfService: "Podmienky používania",
  },
  rights: {
    optOut: "Nepredávať ani nezdieľať moje osobné údaje",
    preferences: "Nastavenia súkromia",
  },
  iab: {
    banner: {
      title: "Ako sa používajú vaše údaje",
      description:
        "My a {partnerCount} vás žiadame o súhlas s ukladaním informácií vo vašom zariadení, s prístupom k nim a so spracúvaním osobných údajov, ako sú jedinečné identifikátory a údaje o prehliadaní, na účely, ktoré sú tu uvedené. O každom účele rozhodujete osobitne a v nastaveniach súkromia môžete kedykoľvek svoj súhlas odvolať alebo svoj výber zmeniť.",
      partnersLink: "naši partneri\u00a0({count})",
      andMore: "a ešte {count}",
      legitimateInterestNotice:
        "Niektorí partneri spracúvajú údaje na základe svojho oprávneného záujmu bez toho, aby žiadali o súhlas. Máte právo proti tomu namietať v nastaveniach súkromia.",
      scopeServiceSpecific: "Váš výber platí iba pre toto webové sídlo.",
      scopeGroup: "Váš výber platí pre všetky webové sídla našej skupiny.",
    },
    preferenceCenter: {
      title: "Nastavenia súkromia",
      description:
        "Tu môžete pri každom účele a každom partnerovi rozhodnúť, či súhlasíte so spracúvaním svojich údajov. Môžete tiež namietať proti spracúvaniu založenému na oprávnenom záujme.",
      tabs: { purposes: "Účely", vendors: "Partneri" },
      purposeItem: {
        partners: "Partneri",
        vendorsUseLegitimateInterest: "Partneri, ktorí sa opierajú o oprávnený záujem",
        examples: "Príklady",
        partnersUsingPurpose: "Partneri, ktorí používajú údaje na tento účel",
        withYourPermission: "S vaším súhlasom",
        legitimateInterest: "Oprávnený záujem",
        objectButton: "Namietať",
        objected: "Námietka vznesená",
        rightToObject: "Máte právo namietať proti spracúvaniu svojich údajov na základe oprávneného záujmu.",
      },
      specialPurposes: {
        title: "Osobitné účely",
        tooltip:
          "Na tieto účely spracúvajú partneri údaje na základe oprávneného záujmu, napríklad aby zaistili bezpečnosť alebo aby doručili a zobrazili reklamu a obsah. Možnosť voľby sa pre ne tu neponúka.",
      },
      features: {
        title: "Funkcie",
        description:
          "Funkcie sú spôsoby, akými partneri spracúvajú údaje na účely, ktoré sledujú. Samostatná voľba sa pre ne neponúka.",
      },
      vendorList: {
        search: "Hľadať partnerov",
        showingCount: "Zobrazení partneri: {filtered} z celkového počtu {total}",
        iabVendorsHeading: "Partneri v IAB TCF",
        iabVendorsNotice:
          "Títo partneri sú zapojení do rámca Transparency & Consent Framework (TCF) organizácie IAB Europe a zaviazali sa dodržiavať jeho pravidlá.",
        customVendorsHeading: "Ostatní partneri",
        customVendorsNotice: "Títo partneri nie sú zapojení do IAB TCF. Môžete o nich tu rozhodovať rovnakým spôsobom.",
        purposes: "Účely",
        specialPurposes: "Osobitné účely",
        specialFeatures: "Osobitné funkcie",
        features: "Funkcie",
        dataCategories: "Kategórie údajov",
        usesCookies: "Používa súbory cookie",
        nonCookieAccess: "Používa iné spôsoby ukladania alebo prístupu než súbory cookie",
        maxAge: "Maximálna doba platnosti súborov cookie v dňoch: {days}",
        retention: "Doba uchovávania údajov v dňoch: {days}",
        legitimateInterest: "Oprávnený záujem",
        privacyPolicy: "Zásady ochrany osobných údajov",
        storageDisclosure: "Podrobnosti o ukladaní v zariadení",
        requiredNotice: "Vždy aktívne; možnosť voľby sa tu neponúka.",
      },
      footer: {
        consentStorage: "Váš výber sa ukladá vo vašom prehliadači pod názvom „euconsent-v2“ najviac na 13 mesiacov.",
      },
    },
    common: {
      acceptAll: "Prijať všetko",
      rejectAll: "Odmietnuť všetko",
      customize: "Upraviť výber",
      saveSettings: "Uložiť výber",
      loading: "Načítava sa…",
      showingSelectedVendor: "Zobrazuje sa iba vybraný partner.",
      clearSelection: "Zobraziť všetkých partnerov",
      customPartner: "Nie je zapojený do IAB TCF",
    },
  },
}
