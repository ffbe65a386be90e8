import type { CompleteBundle } from "./Bundle.js"

/** Lithuanian, formal address. */
export const lt: CompleteBundle = {
  common: {
    acceptAll: "Priimti viską",
    rejectAll: "Atmesti viską",
    customize: "Tvarkyti pasirinkimus",
    save: "Išsaugoti pasirinkimus",
    close: "Uždaryti",
    securedBy: "Veikia su",
    dismiss: "Slėpti",
    acknowledge: "Supratau",
    unavailable:
      "Šiuo metu ne viską galima įkelti. Sutikimo galite nesuteikti arba jį atšaukti dabar, o suteikti vėliau.",
    alwaysActive: "Visada aktyvu",
    language: "Kalba",
  },
  cookieBanner: {
    title: "Slapukai ir jūsų privatumas",
    description:
      "Naudojame slapukus, kad ši svetainė veiktų, o jums sutikus – ir papildomų funkcijų, suasmeninimo, statistikos bei rinkodaros tikslais. Savo sprendimą galite bet kada pakeisti.",
    noticeTitle: "Kaip naudojame slapukus",
    noticeDescription:
      "Naudojame slapukus, kad ši svetainė veiktų, ir neprivalomais, pavyzdžiui, statistikos ir rinkodaros, tikslais. Šių tikslų galite bet kada atsisakyti savo privatumo nuostatose.",
  },
  consentManagerDialog: {
    title: "Privatumo nuostatos",
    description:
      "Pasirinkite, kuriuos neprivalomus tikslus leidžiate. Būtinai reikalingi slapukai visada aktyvūs, nes be jų ši svetainė neveikia. Savo pasirinkimus galite bet kada pakeisti.",
    vendors: {
      title: "Paslaugų teikėjai ({count})",
      switchLabel: "Leisti: {vendor}",
      disabledByCategory: "Galima tik tol, kol ši kategorija leidžiama.",
      privacyPolicy: "Privatumo politika",
    },
    cookies: { title: "Slapukai ({count})", name: "Pavadinimas", purpose: "Tikslas", duration: "Galiojimo laikas" },
  },
  consentTypes: {
    necessary: {
      title: "Būtinai reikalingi",
      description:
        "Jie teikia pagrindines šios svetainės funkcijas, pavyzdžiui, saugumo, naršymo ir jūsų privatumo pasirinkimų įsiminimo. Jų išjungti negalima.",
    },
    functionality: {
      title: "Papildomos funkcijos",
      description:
        "Jie teikia papildomas funkcijas, pavyzdžiui, įsimintas nuostatas, pokalbius ar įterptus vaizdo įrašus.",
    },
    experience: {
      title: "Suasmeninimas",
      description: "Jie pritaiko šios svetainės turinį ir išdėstymą prie jūsų pomėgių ir to, kaip ja naudojatės.",
    },
    measurement: {
      title: "Statistika",
      description:
        "Jie parodo mums, kaip naudojamasi šia svetaine, pavyzdžiui, kurie puslapiai lankomi ir kur įvyksta klaidų, kad galėtume ją tobulinti.",
    },
    marketing: {
      title: "Rinkodara",
      description:
        "Jie naudojami reklamai parinkti, jos poveikiui matuoti ir jūsų pomėgių profiliui sudaryti, taip pat ir skirtingose svetainėse.",
    },
  },
  consentGate: {
    title: "Šiam turiniui reikia jūsų leidimo kategorijai „{category}“",
    actionButton: "Leisti kategoriją „{category}“",
    policyBlocked: "Pagal jūsų apsilankymui taikomas privatumo taisykles šis turinys neprieinamas.",
    loading: "Turinys įkeliamas…",
    error: "Šio turinio įkelti nepavyko.",
    provider: "Teikėjas: {vendor}",
    once: "Įkelti šį kartą",
    always: "Visada leisti",
  },
  legalLinks: {
    privacyPolicy: "Privatumo politika",
    cookiePolicy: "Slapukų politika",
    termsOfService: "Naudojimo sąlygos",
  },
  rights: {
    optOut: "Neparduoti ir nebendrinti mano asmens duomenų",
    preferences: "Privatumo nuostatos",
  },
  iab: {
    banner: {
      title: "Kaip naudojami jūsų duomenys",
      description:
        "Mes ir {partnerCount} prašome jūsų sutikimo įrašyti informaciją jūsų įrenginyje, ją ten pasiekti ir čia nurodytais tikslais tvarkyti asmens duomenis, pavyzdžiui, unikalius identifikatorius ir naršymo duomenis. Jūs sprendžiate dėl kiekvieno tikslo atskirai ir privatumo nuostatose bet kada galite atšaukti savo sutikimą arba pakeisti pasirinkimus.",
      partnersLink: "mūsų partneriai\u00a0({count})",
      andMore: "ir dar {count}",
      legitimateInterestNotice:
        "Kai kurie partneriai tvarko duomenis remdamiesi savo teisėtu interesu ir neprašydami sutikimo. Turite teisę su tuo nesutikti; tai galite padaryti privatumo nuostatose.",
      scopeServiceSpecific: "Jūsų pasirinkimai galioja tik šioje svetainėje.",
      scopeGroup: "Jūsų pasirinkimai galioja visose mūsų grupės svetainėse.",
    },
    preferenceCenter: {
      title: "Privatumo nuostatos",
      description:
        "Čia galite dėl kiekvieno tikslo ir kiekvieno partnerio nuspręsti, ar sutinkate, kad jūsų duomenys būtų tvarkomi. Taip pat galite nesutikti su duomenų tvarkymu, grindžiamu teisėtu interesu.",
      tabs: { purposes: "Tikslai", vendors: "Partneriai" },
      purposeItem: {
        partners: "Partneriai",
        vendorsUseLegitimateInterest: "Teisėtu interesu besiremiantys partneriai",
        examples: "Pavyzdžiai",
        partnersUsingPurpose: "Partneriai, naudojantys duomenis šiuo tikslu",
        withYourPermission: "Jums sutikus",
        legitimateInterest: "Teisėtas interesas",
        objectButton: "Nesutikti",
        objected: "Nesutikta",
        rightToObject: "Turite teisę nesutikti, kad jūsų duomenys būtų tvarkomi remiantis teisėtu interesu.",
      },
      specialPurposes: {
        title: "Specialieji tikslai",
        tooltip:
          "Šiais tikslais partneriai tvarko duomenis remdamiesi teisėtu interesu, pavyzdžiui, siekdami užtikrinti saugumą arba pateikti ir rodyti reklamą bei turinį. Pasirinkimo dėl jų čia nesiūloma.",
      },
      features: {
        title: "Funkcijos",
        description:
          "Funkcijos – tai būdai, kuriais partneriai tvarko duomenis siekdami savo tikslų. Atskiro pasirinkimo dėl jų nėra.",
      },
      vendorList: {
        search: "Ieškoti partnerių",
        showingCount: "Rodoma partnerių: {filtered} iš {total}",
        iabVendorsHeading: "IAB TCF sistemoje dalyvaujantys partneriai",
        iabVendorsNotice:
          "Šie partneriai dalyvauja „IAB Europe“ sistemoje „Transparency & Consent Framework“ (TCF) ir yra įsipareigoję laikytis jos taisyklių.",
        customVendorsHeading: "Kiti partneriai",
        customVendorsNotice:
          "Šie partneriai nedalyvauja IAB TCF sistemoje. Čia galite dėl jų nuspręsti tokiu pat būdu.",
        purposes: "Tikslai",
        specialPurposes: "Specialieji tikslai",
        specialFeatures: "Specialiosios funkcijos",
        features: "Funkcijos",
        dataCategories: "Duomenų kategorijos",
        usesCookies: "Naudoja slapukus",
        nonCookieAccess: "Naudoja kitus nei slapukai saugojimo ar prieigos būdus",
        maxAge: "Ilgiausia slapukų galiojimo trukmė dienomis: {days}",
        retention: "Duomenų saugojimo trukmė dienomis: {days}",
        legitimateInterest: "Teisėtas interesas",
        privacyPolicy: "Privatumo politika",
        storageDisclosure: "Išsami informacija apie saugojimą įrenginyje",
        requiredNotice: "Visada aktyvu; pasirinkimo čia nesiūloma.",
      },
      footer: {
        consentStorage:
          "Jūsų pasirinkimai saugomi jūsų naršyklėje pavadinimu „euconsent-v2“ ne ilgiau kaip 13 mėnesių.",
      },
    },
    common: {
      acceptAll: "Priimti viską",
      rejectAll: "Atmesti viską",
      customize: "Tvarkyti pasirinkimus",
      saveSettings: "Išsaugoti pasirinkimus",
      loading: "Įkeliama…",
      showingSelectedVendor: "Rodomas tik pasirinktas partneris.",
      clearSelection: "Rodyti visus partnerius",
      customPartner: "Nedalyvauja IAB TCF sistemoje",
    },
  },
}
