import type { CompleteBundle } from "./Bundle.js"

/** Croatian, formal address. */
export const hr: CompleteBundle = {
  common: {
    acceptAll: "Prihvati sve",
    rejectAll: "Odbij sve",
    customize: "Prilagodi odabir",
    save: "Spremi odabir",
    close: "Zatvori",
    securedBy: "Omogućuje",
    dismiss: "Sakrij",
    acknowledge: "Razumijem",
    unavailable: "Trenutačno nije moguće učitati sve. Privolu možete odbiti ili povući sada, a dati je kasnije.",
    alwaysActive: "Uvijek aktivno",
    language: "Jezik",
  },
  cookieBanner: {
    title: "Kolačići i vaša privatnost",
    description:
      "Kolačiće upotrebljavamo kako bi ovo web-mjesto radilo, a uz vašu privolu i za dodatne funkcije, personalizaciju, statistiku i marketing. Svoju odluku možete promijeniti u svakom trenutku.",
    noticeTitle: "Kako upotrebljavamo kolačiće",
    noticeDescription:
      "Kolačiće upotrebljavamo kako bi ovo web-mjesto radilo i u neobavezne svrhe, kao što su statistika i marketing. Te svrhe možete u svakom trenutku odbiti u postavkama privatnosti.",
  },
  consentManagerDialog: {
    title: "Postavke privatnosti",
    description:
      "Odaberite koje neobavezne svrhe dopuštate. Strogo nužni kolačići uvijek su aktivni jer ovo web-mjesto bez njih ne radi. Svoj odabir možete promijeniti u svakom trenutku.",
    vendors: {
      title: "Pružatelji usluga ({count})",
      switchLabel: "Dopusti pružatelja usluga {vendor}",
      disabledByCategory: "Dostupno samo dok je ova kategorija dopuštena.",
      privacyPolicy: "Pravila o privatnosti",
    },
    cookies: { title: "Kolačići ({count})", name: "Naziv", purpose: "Svrha", duration: "Trajanje" },
  },
  consentTypes: {
    necessary: {
      title: "Strogo nužno",
      description:
        "Ove tehnologije omogućuju osnovne funkcije ovog web-mjesta, kao što su sigurnost, navigacija i pamćenje vašeg odabira u vezi s privatnošću. Ne mogu se isključiti.",
    },
    functionality: {
      title: "Funkcionalnost",
      description:
        "Ove tehnologije omogućuju dodatne funkcije, kao što su zapamćene postavke, chat ili ugrađeni videozapisi.",
    },
    experience: {
      title: "Personalizacija",
      description:
        "Ove tehnologije prilagođavaju sadržaj i izgled ovog web-mjesta vašim interesima i načinu na koji ga upotrebljavate.",
    },
    measurement: {
      title: "Statistika",
      description:
        "Ove nam tehnologije pokazuju kako se ovo web-mjesto upotrebljava, na primjer koje se stranice posjećuju i gdje nastaju pogreške, kako bismo ga mogli poboljšati.",
    },
    marketing: {
      title: "Marketing",
      description:
        "Ove tehnologije služe za odabir oglasa, mjerenje njihova učinka i izradu profila vaših interesa, među ostalim i na različitim web-mjestima.",
    },
  },
  consentGate: {
    title: "Za ovaj je sadržaj potrebno vaše dopuštenje za kategoriju „{category}”",
    actionButton: "Dopusti kategoriju „{category}”",
    policyBlocked: "Ovaj sadržaj nije dostupan prema pravilima o privatnosti koja se primjenjuju na vaš posjet.",
    loading: "Učitavanje sadržaja…",
    error: "Ovaj sadržaj nije bilo moguće učitati.",
    provider: "Pružatelj: {vendor}",
    once: "Učitaj ovaj put",
    always: "Uvijek dopusti",
  },
  legalLinks: {
    privacyPolicy: "Pravila o privatnosti",
    cookiePolicy: "Pravila o kolačićima",
    termsOfService: "Uvjeti korištenja",
  },
  rights: {
    optOut: "Nemojte prodavati ni dijeliti moje osobne podatke",
    preferences: "Postavke privatnosti",
  },
  iab: {
    banner: {
      title: "Kako se upotrebljavaju vaši podaci",
      description:
        "Mi i {partnerCount} tražimo vašu privolu za pohranjivanje informacija na vašem uređaju, za pristup tim informacijama i za obradu osobnih podataka, kao što su jedinstveni identifikatori i podaci o pregledavanju, u ovdje navedene svrhe. O svakoj svrsi odlučujete zasebno, a u postavkama privatnosti možete u svakom trenutku povući svoju privolu ili promijeniti svoj odabir.",
      partnersLink: "naši partneri\u00a0({count})",
      andMore: "i još {count}",
      legitimateInterestNotice:
        "Neki partneri obrađuju podatke na temelju svojeg legitimnog interesa, a da ne traže privolu. Imate pravo uložiti prigovor na takvu obradu u postavkama privatnosti.",
      scopeServiceSpecific: "Vaš odabir vrijedi samo za ovo web-mjesto.",
      scopeGroup: "Vaš odabir vrijedi za sva web-mjesta naše grupe.",
    },
    preferenceCenter: {
      title: "Postavke privatnosti",
      description:
        "Ovdje za svaku svrhu i svakog partnera možete odlučiti dajete li privolu za obradu svojih podataka. Možete uložiti i prigovor na obradu koja se temelji na legitimnom interesu.",
      tabs: { purposes: "Svrhe", vendors: "Partneri" },
      purposeItem: {
        partners: "Partneri",
        vendorsUseLegitimateInterest: "Partneri koji se oslanjaju na legitimni interes",
        examples: "Primjeri",
        partnersUsingPurpose: "Partneri koji upotrebljavaju podatke u ovu svrhu",
        withYourPermission: "Uz vašu privolu",
        legitimateInterest: "Legitimni interes",
        objectButton: "Uloži prigovor",
        objected: "Prigovor uložen",
        rightToObject: "Imate pravo uložiti prigovor na obradu svojih podataka na temelju legitimnog interesa.",
      },
      specialPurposes: {
        title: "Posebne svrhe",
        tooltip:
          "Partneri u te svrhe obrađuju podatke na temelju legitimnog interesa, na primjer kako bi zajamčili sigurnost ili isporučili i prikazali oglase i sadržaj. Za njih se ovdje ne nudi mogućnost odabira.",
      },
      features: {
        title: "Značajke",
        description:
          "Značajke su načini na koje partneri obrađuju podatke u svrhe koje nastoje ostvariti. Za njih se ne nudi zaseban odabir.",
      },
      vendorList: {
        search: "Pretraži partnere",
        showingCount: "Prikazani partneri: {filtered} od ukupno {total}",
        iabVendorsHeading: "Partneri u IAB TCF-u",
        iabVendorsNotice:
          "Ti partneri sudjeluju u sustavu Transparency & Consent Framework (TCF) organizacije IAB Europe i obvezali su se pridržavati njegovih pravila.",
        customVendorsHeading: "Ostali partneri",
        customVendorsNotice: "Ti partneri ne sudjeluju u IAB TCF-u. Ovdje o njima možete odlučiti na isti način.",
        purposes: "Svrhe",
        specialPurposes: "Posebne svrhe",
        specialFeatures: "Posebne značajke",
        features: "Značajke",
        dataCategories: "Kategorije podataka",
        usesCookies: "Upotrebljava kolačiće",
        nonCookieAccess: "Upotrebljava načine pohrane ili pristupa koji nisu kolačići",
        maxAge: "Najdulje trajanje kolačića u danima: {days}",
        retention: "Razdoblje čuvanja podataka u danima: {days}",
        legitimateInterest: "Legitimni interes",
        privacyPolicy: "Pravila o privatnosti",
        storageDisclosure: "Pojedinosti o pohrani na uređaju",
        requiredNotice: "Uvijek aktivno; ovdje se ne nudi mogućnost odabira.",
      },
      footer: {
        consentStorage:
          "Vaš se odabir pohranjuje u vašem pregledniku pod nazivom „euconsent-v2” na najviše 13 mjeseci.",
      },
    },
    common: {
      acceptAll: "Prihvati sve",
      rejectAll: "Odbij sve",
      customize: "Prilagodi odabir",
      saveSettings: "Spremi odabir",
      loading: "Učitavanje…",
      showingSelectedVendor: "Prikazan je samo odabrani partner.",
      clearSelection: "Prikaži sve partnere",
      customPartner: "Ne sudjeluje u IAB TCF-u",
    },
  },
}
