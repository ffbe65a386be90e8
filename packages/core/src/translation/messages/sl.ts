import type { CompleteBundle } from "./Bundle.js"

/** Slovenian, formal address; `\u00a0` is the unbreakable space Slovenian typography puts before `…`. */
export const sl: CompleteBundle = {
  common: {
    acceptAll: "Sprejmi vse",
    rejectAll: "Zavrni vse",
    customize: "Prilagodi izbiro",
    save: "Shrani izbiro",
    close: "Zapri",
    securedBy: "Omogoča",
    dismiss: "Skrij",
    acknowledge: "Razumem",
    unavailable:
      "Trenutno ni mogoče naložiti vsega. Privolitev lahko zavrnete ali prekličete zdaj in jo podate pozneje.",
    alwaysActive: "Vedno aktivno",
    language: "Jezik",
  },
  cookieBanner: {
    title: "Piškotki in vaša zasebnost",
    description:
      "Piškotke uporabljamo za delovanje tega spletnega mesta, z vašo privolitvijo pa tudi za dodatne funkcije, personalizacijo, statistiko in trženje. Svojo odločitev lahko kadar koli spremenite.",
    noticeTitle: "Kako uporabljamo piškotke",
    noticeDescription:
      "Piškotke uporabljamo za delovanje tega spletnega mesta in za neobvezne namene, kot sta statistika in trženje. Te lahko kadar koli zavrnete v nastavitvah zasebnosti.",
  },
  consentManagerDialog: {
    title: "Nastavitve zasebnosti",
    description:
      "Izberite, katere neobvezne namene dovolite. Nujno potrebni piškotki so vedno aktivni, ker to spletno mesto brez njih ne deluje. Svojo izbiro lahko kadar koli spremenite.",
    vendors: {
      title: "Ponudniki ({count})",
      switchLabel: "Dovoli ponudnika {vendor}",
      disabledByCategory: "Na voljo samo, dokler je ta kategorija dovoljena.",
      privacyPolicy: "Politika zasebnosti",
    },
    cookies: { title: "Piškotki ({count})", name: "Ime", purpose: "Namen", duration: "Trajanje" },
  },
  consentTypes: {
    necessary: {
      title: "Nujno potrebno",
      description:
        "Te tehnologije zagotavljajo osnovne funkcije tega spletnega mesta, kot so varnost, navigacija in shranjevanje vaše izbire glede zasebnosti. Ni jih mogoče izklopiti.",
    },
    functionality: {
      title: "Funkcionalnost",
      description:
        "Te tehnologije zagotavljajo dodatne funkcije, kot so shranjene nastavitve, klepet ali vdelani videoposnetki.",
    },
    experience: {
      title: "Personalizacija",
      description:
        "Te tehnologije prilagajajo vsebino in postavitev tega spletnega mesta vašim zanimanjem in načinu, kako ga uporabljate.",
    },
    measurement: {
      title: "Statistika",
      description:
        "Te tehnologije nam pokažejo, kako se to spletno mesto uporablja, na primer katere strani so obiskane in kje prihaja do napak, da ga lahko izboljšujemo.",
    },
    marketing: {
      title: "Trženje",
      description:
        "Te tehnologije se uporabljajo za izbiro oglasov, merjenje njihovega učinka in oblikovanje profila vaših zanimanj, tudi na različnih spletnih mestih.",
    },
  },
  consentGate: {
    title: "Za to vsebino je potrebno vaše dovoljenje za kategorijo »{category}«",
    actionButton: "Dovoli kategorijo »{category}«",
    policyBlocked: "Ta vsebina po pravilih o zasebnosti, ki veljajo za vaš obisk, ni na voljo.",
    loading: "Nalaganje vsebine\u00a0…",
    error: "Te vsebine ni bilo mogoče naložiti.",
    provider: "Ponudnik: {vendor}",
    once: "Naloži tokrat",
    always: "Vedno dovoli",
  },
  legalLinks: {
    privacyPolicy: "Politika zasebnosti",
    cookiePolicy: "Politika piškotkov",
    termsOfService: "Pogoji uporabe",
  },
  rights: {
    optOut: "Ne prodajajte in ne delite mojih osebnih podatkov",
    preferences: "Nastavitve zasebnosti",
  },
  iab: {
    banner: {
      title: "Kako se uporabljajo vaši podatki",
      description:
        "Mi in {partnerCount} vas prosimo za privolitev v shranjevanje informacij v vaši napravi, dostop do njih in obdelavo osebnih podatkov, kot so edinstveni identifikatorji in podatki o brskanju, za namene, navedene tukaj. O vsakem namenu odločate posebej, v nastavitvah zasebnosti pa lahko svojo privolitev kadar koli prekličete ali svojo izbiro spremenite.",
      partnersLink: "naši partnerji\u00a0({count})",
      andMore: "in še {count}",
      legitimateInterestNotice:
        "Nekateri partnerji obdelujejo podatke na podlagi svojega zakonitega interesa, ne da bi prosili za privolitev. Temu imate pravico ugovarjati v nastavitvah zasebnosti.",
      scopeServiceSpecific: "Vaša izbira velja samo za to spletno mesto.",
      scopeGroup: "Vaša izbira velja za vsa spletna mesta naše skupine.",
    },
    preferenceCenter: {
      title: "Nastavitve zasebnosti",
      description:
        "Tukaj se lahko za vsak namen in vsakega partnerja odločite, ali privolite v obdelavo svojih podatkov. Ugovarjate lahko tudi obdelavi, ki temelji na zakonitem interesu.",
      tabs: { purposes: "Nameni", vendors: "Partnerji" },
      purposeItem: {
        partners: "Partnerji",
        vendorsUseLegitimateInterest: "Partnerji, ki se opirajo na zakoniti interes",
        examples: "Primeri",
        partnersUsingPurpose: "Partnerji, ki uporabljajo podatke za ta namen",
        withYourPermission: "Z vašo privolitvijo",
        legitimateInterest: "Zakoniti interes",
        objectButton: "Vloži ugovor",
        objected: "Ugovor vložen",
        rightToObject: "Imate pravico ugovarjati obdelavi svojih podatkov na podlagi zakonitega interesa.",
      },
      specialPurposes: {
        title: "Posebni nameni",
        tooltip:
          "Partnerji za te namene obdelujejo podatke na podlagi zakonitega interesa, na primer da zagotovijo varnost ali da dostavijo in prikažejo oglase in vsebino. Zanje tukaj izbira ni na voljo.",
      },
      features: {
        title: "Funkcije",
        description:
          "Funkcije so načini, na katere partnerji obdelujejo podatke za namene, ki jih zasledujejo. Ločena izbira zanje ni na voljo.",
      },
      vendorList: {
        search: "Iskanje partnerjev",
        showingCount: "Prikazani partnerji: {filtered} od skupaj {total}",
        iabVendorsHeading: "Partnerji v IAB TCF",
        iabVendorsNotice:
          "Ti partnerji sodelujejo v sistemu Transparency & Consent Framework (TCF) organizacije IAB Europe in so se zavezali spoštovati njegova pravila.",
        customVendorsHeading: "Drugi partnerji",
        customVendorsNotice: "Ti partnerji ne sodelujejo v IAB TCF. O njih lahko tukaj odločate na enak način.",
        purposes: "Nameni",
        specialPurposes: "Posebni nameni",
        specialFeatures: "Posebne funkcije",
        features: "Funkcije",
        dataCategories: "Vrste podatkov",
        usesCookies: "Uporablja piškotke",
        nonCookieAccess: "Uporablja načine shranjevanja ali dostopa, ki niso piškotki",
        maxAge: "Najdaljša veljavnost piškotkov v dneh: {days}",
        retention: "Obdobje hrambe podatkov v dneh: {days}",
        legitimateInterest: "Zakoniti interes",
        privacyPolicy: "Politika zasebnosti",
        storageDisclosure: "Podrobnosti o shranjevanju v napravi",
        requiredNotice: "Vedno aktivno; izbira tukaj ni na voljo.",
      },
      footer: {
        consentStorage:
          "Vaša izbira je v vašem brskalniku shranjena pod imenom »euconsent-v2«, in sicer največ 13 mesecev.",
      },
    },
    common: {
      acceptAll: "Sprejmi vse",
      rejectAll: "Zavrni vse",
      customize: "Prilagodi izbiro",
      saveSettings: "Shrani izbiro",
      loading: "Nalaganje\u00a0…",
      showingSelectedVendor: "Prikazan je samo izbrani partner.",
      clearSelection: "Prikaži vse partnerje",
      customPartner: "Ne sodeluje v IAB TCF",
    },
  },
}
