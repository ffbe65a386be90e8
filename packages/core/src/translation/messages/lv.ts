import type { CompleteBundle } from "./Bundle.js"

/** Latvian, formal address. */
export const lv: CompleteBundle = {
  common: {
    acceptAll: "Piekrist visam",
    rejectAll: "Noraidīt visu",
    customize: "Pārvaldīt izvēles",
    save: "Saglabāt izvēles",
    close: "Aizvērt",
    securedBy: "Darbību nodrošina",
    dismiss: "Paslēpt",
    acknowledge: "Sapratu",
    unavailable: "Pašlaik visu nevar ielādēt. Piekrišanu varat atteikt vai atsaukt tagad un sniegt vēlāk.",
    alwaysActive: "Vienmēr aktīvs",
    language: "Valoda",
  },
  cookieBanner: {
    title: "Sīkdatnes un jūsu privātums",
    description:
      "Mēs izmantojam sīkdatnes, lai šī vietne darbotos, un ar jūsu piekrišanu arī papildu funkcijām, personalizācijai, statistikai un mārketingam. Savu lēmumu varat mainīt jebkurā laikā.",
    noticeTitle: "Kā mēs izmantojam sīkdatnes",
    noticeDescription:
      "Mēs izmantojam sīkdatnes, lai šī vietne darbotos, un neobligātos nolūkos, piemēram, statistikai un mārketingam. No tiem varat jebkurā laikā atteikties savos privātuma iestatījumos.",
  },
  consentManagerDialog: {
    title: "Privātuma iestatījumi",
    description:
      "Izvēlieties, kurus neobligātos nolūkus atļaujat. Obligāti nepieciešamās sīkdatnes vienmēr ir aktīvas, jo bez tām šī vietne nedarbojas. Savas izvēles varat mainīt jebkurā laikā.",
    vendors: {
      title: "Pakalpojumu sniedzēji ({count})",
      switchLabel: "Atļaut: {vendor}",
      disabledByCategory: "Pieejams tikai tikmēr, kamēr šī kategorija ir atļauta.",
      privacyPolicy: "Privātuma politika",
    },
    cookies: { title: "Sīkdatnes ({count})", name: "Nosaukums", purpose: "Nolūks", duration: "Derīguma termiņš" },
  },
  consentTypes: {
    necessary: {
      title: "Obligāti nepieciešamās",
      description:
        "Tās nodrošina šīs vietnes pamatfunkcijas, piemēram, drošību, navigāciju un jūsu privātuma izvēļu atcerēšanos. Tās nevar izslēgt.",
    },
    functionality: {
      title: "Papildu funkcijas",
      description:
        "Tās nodrošina papildu funkcijas, piemēram, saglabātus iestatījumus, tērzēšanu vai iegultus videoklipus.",
    },
    experience: {
      title: "Personalizācija",
      description: "Tās pielāgo šīs vietnes saturu un izkārtojumu jūsu interesēm un tam, kā jūs šo vietni izmantojat.",
    },
    measurement: {
      title: "Statistika",
      description:
        "Tās mums parāda, kā šī vietne tiek izmantota, piemēram, kuras lapas tiek apmeklētas un kur rodas kļūdas, lai mēs vietni varētu uzlabot.",
    },
    marketing: {
      title: "Mārketings",
      description:
        "Tās izmanto, lai atlasītu reklāmu, mērītu tās ietekmi un veidotu jūsu interešu profilu, tostarp dažādās tīmekļa vietnēs.",
    },
  },
  consentGate: {
    title: "Šim saturam ir nepieciešama jūsu atļauja kategorijai „{category}”",
    actionButton: "Atļaut kategoriju „{category}”",
    policyBlocked: "Saskaņā ar jūsu apmeklējumam piemērojamajiem privātuma noteikumiem šis saturs nav pieejams.",
    loading: "Notiek satura ielāde…",
    error: "Šo saturu neizdevās ielādēt.",
    provider: "Pakalpojuma sniedzējs: {vendor}",
    once: "Ielādēt šoreiz",
    always: "Vienmēr atļaut",
  },
  legalLinks: {
    privacyPolicy: "Privātuma politika",
    cookiePolicy: "Sīkdatņu politika",
    termsOfService: "Lietošanas noteikumi",
  },
  rights: {
    optOut: "Nepārdot un nekopīgot manus personas datus",
    preferences: "Privātuma iestatījumi",
  },
  iab: {
    banner: {
      title: "Kā tiek izmantoti jūsu dati",
      description:
        "Mēs un {partnerCount} lūdzam jūsu piekrišanu glabāt informāciju jūsu ierīcē, tai tur piekļūt un šeit norādītajos nolūkos apstrādāt personas datus, piemēram, unikālus identifikatorus un pārlūkošanas datus. Jūs izlemjat par katru nolūku atsevišķi un privātuma iestatījumos jebkurā laikā varat atsaukt savu piekrišanu vai mainīt savas izvēles.",
      partnersLink: "mūsu partneri\u00a0({count})",
      andMore: "un vēl {count}",
      legitimateInterestNotice:
        "Daži partneri apstrādā datus, pamatojoties uz savām leģitīmajām interesēm un nelūdzot piekrišanu. Jums ir tiesības pret to iebilst privātuma iestatījumos.",
      scopeServiceSpecific: "Jūsu izvēles attiecas tikai uz šo tīmekļa vietni.",
      scopeGroup: "Jūsu izvēles attiecas uz visām mūsu grupas tīmekļa vietnēm.",
    },
    preferenceCenter: {
      title: "Privātuma iestatījumi",
      description:
        "Šeit varat par katru nolūku un katru partneri izlemt, vai piekrītat savu datu apstrādei. Varat arī iebilst pret apstrādi, kuras pamatā ir leģitīmās intereses.",
      tabs: { purposes: "Nolūki", vendors: "Partneri" },
      purposeItem: {
        partners: "Partneri",
        vendorsUseLegitimateInterest: "Partneri, kas pamatojas uz leģitīmajām interesēm",
        examples: "Piemēri",
        partnersUsingPurpose: "Partneri, kas izmanto datus šajā nolūkā",
        withYourPermission: "Ar jūsu piekrišanu",
        legitimateInterest: "Leģitīmās intereses",
        objectButton: "Iebilst",
        objected: "Iebildums izteikts",
        rightToObject: "Jums ir tiesības iebilst pret savu datu apstrādi, kuras pamatā ir leģitīmās intereses.",
      },
      specialPurposes: {
        title: "Īpašie nolūki",
        tooltip:
          "Šajos nolūkos partneri apstrādā datus, pamatojoties uz leģitīmajām interesēm, piemēram, lai garantētu drošību vai sniegtu un attēlotu reklāmu un saturu. Izvēle par tiem šeit netiek piedāvāta.",
      },
      features: {
        title: "Funkcijas",
        description:
          "Funkcijas ir veidi, kā partneri apstrādā datus, lai īstenotu savus nolūkus. Atsevišķa izvēle par tām nav paredzēta.",
      },
      vendorList: {
        search: "Meklēt partnerus",
        showingCount: "Parādīto partneru skaits: {filtered} no {total}",
        iabVendorsHeading: "Partneri, kas piedalās IAB TCF sistēmā",
        iabVendorsNotice:
          "Šie partneri piedalās „IAB Europe” sistēmā „Transparency & Consent Framework” (TCF) un ir apņēmušies ievērot tās noteikumus.",
        customVendorsHeading: "Citi partneri",
        customVendorsNotice: "Šie partneri nepiedalās IAB TCF sistēmā. Šeit varat par tiem izlemt tādā pašā veidā.",
        purposes: "Nolūki",
        specialPurposes: "Īpašie nolūki",
        specialFeatures: "Īpašās funkcijas",
        features: "Funkcijas",
        dataCategories: "Datu kategorijas",
        usesCookies: "Izmanto sīkdatnes",
        nonCookieAccess: "Izmanto glabāšanas vai piekļuves metodes, kas nav sīkdatnes",
        maxAge: "Sīkdatņu maksimālais derīguma termiņš dienās: {days}",
        retention: "Datu glabāšanas ilgums dienās: {days}",
        legitimateInterest: "Leģitīmās intereses",
        privacyPolicy: "Privātuma politika",
        storageDisclosure: "Sīkāka informācija par glabāšanu ierīcē",
        requiredNotice: "Vienmēr aktīvs; izvēle šeit netiek piedāvāta.",
      },
      footer: {
        consentStorage:
          "Jūsu izvēles tiek glabātas jūsu pārlūkprogrammā ar nosaukumu „euconsent-v2” ne ilgāk par 13 mēnešiem.",
      },
    },
    common: {
      acceptAll: "Piekrist visam",
      rejectAll: "Noraidīt visu",
      customize: "Pārvaldīt izvēles",
      saveSettings: "Saglabāt izvēles",
      loading: "Notiek ielāde…",
      showingSelectedVendor: "Tiek rādīts tikai atlasītais partneris.",
      clearSelection: "Rādīt visus partnerus",
      customPartner: "Nepiedalās IAB TCF sistēmā",
    },
  },
}
