import type { CompleteBundle } from "./Bundle.js"

/** Czech, formal address. */
export const cs: CompleteBundle = {
  common: {
    acceptAll: "Přijmout vše",
    rejectAll: "Odmítnout vše",
    customize: "Upravit výběr",
    save: "Uložit výběr",
    close: "Zavřít",
    securedBy: "Běží na",
    dismiss: "Skrýt",
    acknowledge: "Rozumím",
    unavailable: "Momentálně nelze vše načíst. Souhlas můžete odmítnout nebo odvolat hned a udělit jej později.",
    alwaysActive: "Vždy aktivní",
    language: "Jazyk",
  },
  cookieBanner: {
    title: "Soubory cookie a vaše soukromí",
    description:
      "Soubory cookie používáme, aby tento web fungoval, a s vaším souhlasem také k doplňkovým funkcím, personalizaci, statistice a marketingu. Své rozhodnutí můžete kdykoli změnit.",
    noticeTitle: "Jak používáme soubory cookie",
    noticeDescription:
      "Soubory cookie používáme, aby tento web fungoval, a k volitelným účelům, jako je statistika a marketing. Ty můžete kdykoli odmítnout v nastavení soukromí.",
  },
  consentManagerDialog: {
    title: "Nastavení soukromí",
    description:
      "Vyberte, které volitelné účely povolíte. Nezbytně nutné soubory cookie jsou vždy aktivní, protože bez nich tento web nefunguje. Svůj výběr můžete kdykoli změnit.",
    vendors: {
      title: "Poskytovatelé ({count})",
      switchLabel: "Povolit poskytovatele {vendor}",
      disabledByCategory: "Dostupné pouze tehdy, je-li tato kategorie povolena.",
      privacyPolicy: "Zásady ochrany osobních údajů",
    },
    cookies: { title: "Soubory cookie ({count})", name: "Název", purpose: "Účel", duration: "Doba platnosti" },
  },
  consentTypes: {
    necessary: {
      title: "Nezbytně nutné",
      description:
        "Tyto technologie zajišťují základní funkce tohoto webu, například zabezpečení, navigaci a zapamatování vašeho výběru týkajícího se soukromí. Nelze je vypnout.",
    },
    functionality: {
      title: "Funkčnost",
      description:
        "Tyto technologie zajišťují doplňkové funkce, například zapamatovaná nastavení, chat nebo vložená videa.",
    },
    experience: {
      title: "Personalizace",
      description:
        "Tyto technologie přizpůsobují obsah a rozvržení tohoto webu vašim zájmům a způsobu, jakým jej používáte.",
    },
    measurement: {
      title: "Statistika",
      description:
        "Tyto technologie nám ukazují, jak je tento web používán, například které stránky jsou navštěvovány a kde dochází k chybám, abychom jej mohli zlepšovat.",
    },
    marketing: {
      title: "Marketing",
      description:
        "Tyto technologie slouží k výběru reklamy, k měření jejího účinku a k vytváření profilu vašich zájmů, a to i napříč různými weby.",
    },
  },
  consentGate: {
    title: "Tento obsah vyžaduje vaše povolení pro kategorii „{category}“",
    actionButton: "Povolit kategorii „{category}“",
    policyBlocked: "Podle pravidel ochrany soukromí, která se vztahují na vaši návštěvu, není tento obsah dostupný.",
    loading: "Načítání obsahu…",
    error: "Tento obsah se nepodařilo načíst.",
    provider: "Poskytovatel: {vendor}",
    once: "Načíst tentokrát",
    always: "Vždy povolit",
  },
  legalLinks: {
    privacyPolicy: "Zásady ochrany osobních údajů",
    cookiePolicy: "Zásady používání souborů cookie",
    termsOfService: "Podmínky používání",
  },
  rights: {
    optOut: "Neprodávat ani nesdílet mé osobní údaje",
    preferences: "Nastavení soukromí",
  },
  iab: {
    banner: {
      title: "Jak se používají vaše údaje",
      description:
        "My a {partnerCount} vás žádáme o souhlas s ukládáním informací ve vašem zařízení, s přístupem k nim a se zpracováním osobních údajů, jako jsou jedinečné identifikátory a údaje o prohlížení, pro účely zde uvedené. O každém účelu rozhodujete zvlášť a v nastavení soukromí můžete kdykoli svůj souhlas odvolat nebo svůj výběr změnit.",
      partnersLink: "naši partneři\u00a0({count})",
      andMore: "a další ({count})",
      legitimateInterestNotice:
        "Někteří partneři zpracovávají údaje na základě svého oprávněného zájmu, aniž by žádali o souhlas. Máte právo vznést proti tomu námitku v nastavení soukromí.",
      scopeServiceSpecific: "Váš výběr platí pouze pro tento web.",
      scopeGroup: "Váš výběr platí pro všechny weby naší skupiny.",
    },
    preferenceCenter: {
      title: "Nastavení soukromí",
      description:
        "Zde můžete u každého účelu a každého partnera rozhodnout, zda souhlasíte se zpracováním svých údajů. Můžete také vznést námitku proti zpracování založenému na oprávněném zájmu.",
      tabs: { purposes: "Účely", vendors: "Partneři" },
      purposeItem: {
        partners: "Partneři",
        vendorsUseLegitimateInterest: "Partneři opírající se o oprávněný zájem",
        examples: "Příklady",
        partnersUsingPurpose: "Partneři používající údaje pro tento účel",
        withYourPermission: "S vaším souhlasem",
        legitimateInterest: "Oprávněný zájem",
        objectButton: "Vznést námitku",
        objected: "Námitka vznesena",
        rightToObject: "Máte právo vznést námitku proti zpracování svých údajů na základě oprávněného zájmu.",
      },
      specialPurposes: {
        title: "Zvláštní účely",
        tooltip:
          "Pro tyto účely zpracovávají partneři údaje na základě oprávněného zájmu, například aby zajistili bezpečnost nebo aby doručili a zobrazili reklamu a obsah. Možnost volby se pro ně zde nenabízí.",
      },
      features: {
        title: "Funkce",
        description:
          "Funkce jsou způsoby, jakými partneři zpracovávají údaje pro účely, které sledují. Samostatná volba se pro ně nenabízí.",
      },
      vendorList: {
        search: "Hledat partnery",
        showingCount: "Zobrazení partneři: {filtered} z celkového počtu {total}",
        iabVendorsHeading: "Partneři v IAB TCF",
        iabVendorsNotice:
          "Tito partneři se účastní rámce Transparency & Consent Framework (TCF) organizace IAB Europe a zavázali se dodržovat jeho pravidla.",
        customVendorsHeading: "Ostatní partneři",
        customVendorsNotice: "Tito partneři se neúčastní IAB TCF. Můžete o nich zde rozhodovat stejným způsobem.",
        purposes: "Účely",
        specialPurposes: "Zvláštní účely",
        specialFeatures: "Zvláštní funkce",
        features: "Funkce",
        dataCategories: "Kategorie údajů",
        usesCookies: "Používá soubory cookie",
        nonCookieAccess: "Používá jiné způsoby ukládání nebo přístupu než soubory cookie",
        maxAge: "Maximální doba platnosti souborů cookie ve dnech: {days}",
        retention: "Doba uchovávání údajů ve dnech: {days}",
        legitimateInterest: "Oprávněný zájem",
        privacyPolicy: "Zásady ochrany osobních údajů",
        storageDisclosure: "Podrobnosti o ukládání v zařízení",
        requiredNotice: "Vždy aktivní; možnost volby se zde nenabízí.",
      },
      footer: {
        consentStorage: "Váš výběr se ukládá ve vašem prohlížeči pod názvem „euconsent-v2“ na dobu nejvýše 13 měsíců.",
      },
    },
    common: {
      acceptAll: "Přijmout vše",
      rejectAll: "Odmítnout vše",
      customize: "Upravit výběr",
      saveSettings: "Uložit výběr",
      loading: "Načítání…",
      showingSelectedVendor: "Zobrazuje se pouze vybraný partner.",
      clearSelection: "Zobrazit všechny partnery",
      customPartner: "Neúčastní se IAB TCF",
    },
  },
}
