import type { CompleteBundle } from "./Bundle.js"

/** Estonian, formal address; commands on buttons in the singular, as is usual in software. */
export const et: CompleteBundle = {
  common: {
    acceptAll: "Nõustu kõigiga",
    rejectAll: "Keeldu kõigist",
    customize: "Halda valikuid",
    save: "Salvesta valikud",
    close: "Sule",
    securedBy: "Töötab platvormil",
    dismiss: "Peida",
    acknowledge: "Sain aru",
    unavailable:
      "Praegu ei saa kõike laadida. Nõusolekust saate keelduda või selle tagasi võtta kohe ja anda selle hiljem.",
    alwaysActive: "Alati aktiivne",
    language: "Keel",
  },
  cookieBanner: {
    title: "Küpsised ja teie privaatsus",
    description:
      "Kasutame küpsiseid selle veebisaidi toimimiseks ning teie nõusolekul ka lisavõimaluste, isikupärastamise, statistika ja turunduse jaoks. Saate oma otsust igal ajal muuta.",
    noticeTitle: "Kuidas me küpsiseid kasutame",
    noticeDescription:
      "Kasutame küpsiseid selle veebisaidi toimimiseks ja valikulistel eesmärkidel, nagu statistika ja turundus. Neist saate igal ajal keelduda oma privaatsussätetes.",
  },
  consentManagerDialog: {
    title: "Privaatsussätted",
    description:
      "Valige, milliseid valikulisi eesmärke te lubate. Tingimata vajalikud küpsised on alati aktiivsed, sest ilma nendeta see veebisait ei toimi. Oma valikuid saate igal ajal muuta.",
    vendors: {
      title: "Teenusepakkujad ({count})",
      switchLabel: "Luba {vendor}",
      disabledByCategory: "Kättesaadav ainult siis, kui see kategooria on lubatud.",
      privacyPolicy: "Privaatsuspõhimõtted",
    },
    cookies: { title: "Küpsised ({count})", name: "Nimi", purpose: "Eesmärk", duration: "Kehtivusaeg" },
  },
  consentTypes: {
    necessary: {
      title: "Tingimata vajalikud",
      description:
        "Need võimaldavad selle veebisaidi põhifunktsioone, näiteks turvalisust, navigeerimist ja teie privaatsusvalikute meelespidamist. Neid ei saa välja lülitada.",
    },
    functionality: {
      title: "Lisavõimalused",
      description: "Need pakuvad lisavõimalusi, näiteks meeldejäetud sätteid, vestlust või manustatud videoid.",
    },
    experience: {
      title: "Isikupärastamine",
      description:
        "Nende abil kohandatakse selle veebisaidi sisu ja paigutust vastavalt teie huvidele ja sellele, kuidas te veebisaiti kasutate.",
    },
    measurement: {
      title: "Statistika",
      description:
        "Need näitavad meile, kuidas seda veebisaiti kasutatakse, näiteks milliseid lehti külastatakse ja kus tekib vigu, et saaksime veebisaiti täiustada.",
    },
    marketing: {
      title: "Turundus",
      description:
        "Neid kasutatakse reklaami valimiseks, selle mõju mõõtmiseks ja teie huvide profiili koostamiseks, sealhulgas eri veebisaitide üleselt.",
    },
  },
  consentGate: {
    title: "Selle sisu jaoks on vaja teie luba kategooriale „{category}“",
    actionButton: "Luba „{category}“",
    policyBlocked: "See sisu ei ole teie külastuse suhtes kohaldatavate privaatsusreeglite kohaselt kättesaadav.",
    loading: "Sisu laaditakse…",
    error: "Seda sisu ei õnnestunud laadida.",
    provider: "Teenusepakkuja: {vendor}",
    once: "Laadi seekord",
    always: "Luba alati",
  },
  legalLinks: {
    privacyPolicy: "Privaatsuspõhimõtted",
    cookiePolicy: "Küpsiste kasutamise põhimõtted",
    termsOfService: "Kasutustingimused",
  },
  rights: {
    optOut: "Ärge müüge ega jagage minu isikuandmeid",
    preferences: "Privaatsussätted",
  },
  iab: {
    banner: {
      title: "Kuidas teie andmeid kasutatakse",
      description:
        "Meie ja {partnerCount} palume teie nõusolekut, et salvestada teie seadmesse teavet, sellele seal juurde pääseda ning töödelda isikuandmeid, näiteks kordumatuid identifikaatoreid ja sirvimisandmeid, siin nimetatud eesmärkidel. Te otsustate iga eesmärgi üle eraldi ning saate privaatsussätetes igal ajal oma nõusoleku tagasi võtta või oma valikuid muuta.",
      partnersLink: "meie {count} partnerit",
      andMore: "ja veel {count}",
      legitimateInterestNotice:
        "Mõned partnerid töötlevad andmeid oma õigustatud huvi alusel, nõusolekut küsimata. Teil on õigus esitada privaatsussätetes sellise töötlemise suhtes vastuväide.",
      scopeServiceSpecific: "Teie valikud kehtivad ainult sellel veebisaidil.",
      scopeGroup: "Teie valikud kehtivad kõigil meie grupi veebisaitidel.",
    },
    preferenceCenter: {
      title: "Privaatsussätted",
      description:
        "Siin saate iga eesmärgi ja iga partneri puhul otsustada, kas annate nõusoleku oma andmete töötlemiseks. Samuti saate esitada vastuväite õigustatud huvil põhineva töötlemise suhtes.",
      tabs: { purposes: "Eesmärgid", vendors: "Partnerid" },
      purposeItem: {
        partners: "Partnerid",
        vendorsUseLegitimateInterest: "Õigustatud huvile tuginevad partnerid",
        examples: "Näited",
        partnersUsingPurpose: "Partnerid, kes kasutavad andmeid sellel eesmärgil",
        withYourPermission: "Teie nõusolekul",
        legitimateInterest: "Õigustatud huvi",
        objectButton: "Esita vastuväide",
        objected: "Vastuväide esitatud",
        rightToObject: "Teil on õigus esitada vastuväide oma andmete õigustatud huvi alusel toimuva töötlemise suhtes.",
      },
      specialPurposes: {
        title: "Erieesmärgid",
        tooltip:
          "Partnerid töötlevad andmeid nendel eesmärkidel õigustatud huvi alusel, näiteks turvalisuse tagamiseks või reklaami ja sisu edastamiseks ning esitamiseks. Nende kohta siin valikut ei pakuta.",
      },
      features: {
        title: "Funktsioonid",
        description:
          "Funktsioonid on viisid, kuidas partnerid oma eesmärkide saavutamiseks andmeid töötlevad. Nende kohta eraldi valikut ei ole.",
      },
      vendorList: {
        search: "Otsi partnereid",
        showingCount: "Kuvatud partnereid: {filtered}/{total}",
        iabVendorsHeading: "IAB TCF-is osalevad partnerid",
        iabVendorsNotice:
          "Need partnerid osalevad IAB Europe’i raamistikus Transparency & Consent Framework (TCF) ja on võtnud kohustuse järgida selle reegleid.",
        customVendorsHeading: "Muud partnerid",
        customVendorsNotice: "Need partnerid ei osale IAB TCF-is. Saate siin nende üle otsustada samal viisil.",
        purposes: "Eesmärgid",
        specialPurposes: "Erieesmärgid",
        specialFeatures: "Erifunktsioonid",
        features: "Funktsioonid",
        dataCategories: "Andmekategooriad",
        usesCookies: "Kasutab küpsiseid",
        nonCookieAccess: "Kasutab muid salvestus- või juurdepääsumeetodeid kui küpsised",
        maxAge: "Küpsiste maksimaalne kehtivusaeg päevades: {days}",
        retention: "Andmete säilitamise aeg päevades: {days}",
        legitimateInterest: "Õigustatud huvi",
        privacyPolicy: "Privaatsuspõhimõtted",
        storageDisclosure: "Üksikasjad seadmesse salvestamise kohta",
        requiredNotice: "Alati aktiivne; siin valikut ei pakuta.",
      },
      footer: {
        consentStorage: "Teie valikuid säilitatakse teie brauseris nime „euconsent-v2“ all mitte kauem kui 13 kuud.",
      },
    },
    common: {
      acceptAll: "Nõustu kõigiga",
      rejectAll: "Keeldu kõigist",
      customize: "Halda valikuid",
      saveSettings: "Salvesta valikud",
      loading: "Laaditakse…",
      showingSelectedVendor: "Kuvatud on ainult valitud partner.",
      clearSelection: "Kuva kõik partnerid",
      customPartner: "Ei osale IAB TCF-is",
    },
  },
}
