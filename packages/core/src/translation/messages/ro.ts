import type { CompleteBundle } from "./Bundle.js"

/** Romanian, formal address. */
export const ro: CompleteBundle = {
  common: {
    acceptAll: "Acceptați tot",
    rejectAll: "Refuzați tot",
    customize: "Gestionați opțiunile",
    save: "Salvați opțiunile",
    close: "Închideți",
    securedBy: "Oferit de",
    dismiss: "Ascundeți",
    acknowledge: "Am înțeles",
    unavailable:
      "Momentan nu se poate încărca totul. Puteți refuza sau retrage consimțământul acum și îl puteți acorda mai târziu.",
    alwaysActive: "Întotdeauna activ",
    language: "Limba",
  },
  cookieBanner: {
    title: "Modulele cookie și viața dumneavoastră privată",
    description:
      "Utilizăm module cookie pentru ca acest site să funcționeze și, dacă sunteți de acord, pentru funcții suplimentare, personalizare, măsurare și marketing. Vă puteți schimba decizia în orice moment.",
    noticeTitle: "Cum utilizăm modulele cookie",
    noticeDescription:
      "Utilizăm module cookie pentru ca acest site să funcționeze și în scopuri opționale, precum măsurarea și marketingul. Vă puteți opune acestora în orice moment în preferințele dumneavoastră privind confidențialitatea.",
  },
  consentManagerDialog: {
    title: "Preferințe privind confidențialitatea",
    description:
      "Alegeți scopurile opționale pe care le permiteți. Modulele cookie strict necesare sunt întotdeauna active, deoarece acest site nu funcționează fără ele. Vă puteți modifica opțiunile în orice moment.",
    vendors: {
      title: "Furnizori ({count})",
      switchLabel: "Permiteți {vendor}",
      disabledByCategory: "Disponibil numai cât timp această categorie este permisă.",
      privacyPolicy: "Politica de confidențialitate",
    },
    cookies: { title: "Module cookie ({count})", name: "Nume", purpose: "Scop", duration: "Durată" },
  },
  consentTypes: {
    necessary: {
      title: "Strict necesare",
      description:
        "Acestea asigură funcțiile de bază ale acestui site, cum ar fi securitatea, navigarea și reținerea opțiunilor dumneavoastră privind confidențialitatea. Nu pot fi dezactivate.",
    },
    functionality: {
      title: "Funcționalitate",
      description:
        "Acestea asigură funcții suplimentare, cum ar fi reținerea setărilor, chatul sau materialele video încorporate.",
    },
    experience: {
      title: "Personalizare",
      description:
        "Acestea adaptează conținutul și aspectul acestui site la interesele dumneavoastră și la modul în care îl utilizați.",
    },
    measurement: {
      title: "Măsurare",
      description:
        "Acestea ne arată cum este utilizat acest site, de exemplu ce pagini sunt vizitate și unde apar erori, pentru ca noi să îl putem îmbunătăți.",
    },
    marketing: {
      title: "Marketing",
      description:
        "Acestea sunt utilizate pentru a selecta publicitatea, pentru a măsura efectul acesteia și pentru a crea un profil al intereselor dumneavoastră, inclusiv pe site-uri diferite.",
    },
  },
  consentGate: {
    title: "Acest conținut necesită permisiunea dumneavoastră pentru „{category}”",
    actionButton: "Permiteți „{category}”",
    policyBlocked:
      "Acest conținut nu este disponibil potrivit normelor privind confidențialitatea care se aplică vizitei dumneavoastră.",
    loading: "Se încarcă conținutul…",
    error: "Acest conținut nu a putut fi încărcat.",
    provider: "Furnizor: {vendor}",
    once: "Încărcați de data aceasta",
    always: "Permiteți întotdeauna",
  },
  legalLinks: {
    privacyPolicy: "Politica de confidențialitate",
    cookiePolicy: "Politica privind modulele cookie",
    termsOfService: "Condiții de utilizare",
  },
  rights: {
    optOut: "Nu vindeți și nu partajați datele mele cu caracter personal",
    preferences: "Preferințe privind confidențialitatea",
  },
  iab: {
    banner: {
      title: "Cum sunt utilizate datele dumneavoastră",
      description:
        "Noi și {partnerCount} vă solicităm consimțământul pentru a stoca informații pe dispozitivul dumneavoastră, pentru a le accesa acolo și pentru a prelucra date cu caracter personal, precum identificatori unici și date de navigare, în scopurile menționate aici. Dumneavoastră decideți pentru fiecare scop în parte și vă puteți retrage consimțământul sau modifica opțiunile în orice moment în preferințele privind confidențialitatea.",
      partnersLink: "partenerii noștri\u00a0({count})",
      andMore: "și încă {count}",
      legitimateInterestNotice:
        "Unii parteneri prelucrează date în temeiul interesului lor legitim, fără a solicita consimțământul. Aveți dreptul de a vă opune acestei prelucrări în preferințele privind confidențialitatea.",
      scopeServiceSpecific: "Opțiunile dumneavoastră se aplică numai pentru acest site web.",
      scopeGroup: "Opțiunile dumneavoastră se aplică pentru toate site-urile web ale grupului nostru.",
    },
    preferenceCenter: {
      title: "Preferințe privind confidențialitatea",
      description:
        "Aici puteți decide, pentru fiecare scop și pentru fiecare partener, dacă vă dați consimțământul pentru prelucrarea datelor dumneavoastră. De asemenea, vă puteți opune prelucrării întemeiate pe un interes legitim.",
      tabs: { purposes: "Scopuri", vendors: "Parteneri" },
      purposeItem: {
        partners: "Parteneri",
        vendorsUseLegitimateInterest: "Parteneri care se întemeiază pe un interes legitim",
        examples: "Exemple",
        partnersUsingPurpose: "Parteneri care utilizează date în acest scop",
        withYourPermission: "Cu consimțământul dumneavoastră",
        legitimateInterest: "Interes legitim",
        objectButton: "Opuneți-vă",
        objected: "Opoziție exprimată",
        rightToObject: "Aveți dreptul de a vă opune prelucrării datelor dumneavoastră în temeiul unui interes legitim.",
      },
      specialPurposes: {
        title: "Scopuri speciale",
        tooltip:
          "Partenerii prelucrează date în aceste scopuri în temeiul unui interes legitim, de exemplu pentru a asigura securitatea sau pentru a furniza și a prezenta publicitate și conținut. Pentru acestea nu se oferă aici nicio opțiune.",
      },
      features: {
        title: "Caracteristici",
        description:
          "Caracteristicile sunt modalități prin care partenerii prelucrează date în scopurile pe care le urmăresc. Pentru acestea nu există o opțiune separată.",
      },
      vendorList: {
        search: "Căutați parteneri",
        showingCount: "Parteneri afișați: {filtered} din {total}",
        iabVendorsHeading: "Parteneri în IAB TCF",
        iabVendorsNotice:
          "Acești parteneri participă la Transparency & Consent Framework (TCF) al IAB Europe și s-au angajat să respecte regulile acestuia.",
        customVendorsHeading: "Alți parteneri",
        customVendorsNotice:
          "Acești parteneri nu participă la IAB TCF. Puteți decide aici în același mod cu privire la ei.",
        purposes: "Scopuri",
        specialPurposes: "Scopuri speciale",
        specialFeatures: "Caracteristici speciale",
        features: "Caracteristici",
        dataCategories: "Categorii de date",
        usesCookies: "Utilizează module cookie",
        nonCookieAccess: "Utilizează alte metode de stocare sau de acces decât modulele cookie",
        maxAge: "Durata maximă de viață a modulelor cookie, în zile: {days}",
        retention: "Perioada de păstrare a datelor, în zile: {days}",
        legitimateInterest: "Interes legitim",
        privacyPolicy: "Politica de confidențialitate",
        storageDisclosure: "Detalii privind stocarea pe dispozitiv",
        requiredNotice: "Întotdeauna activ; aici nu se oferă nicio opțiune.",
      },
      footer: {
        consentStorage:
          "Opțiunile dumneavoastră sunt stocate în browserul dumneavoastră sub denumirea „euconsent-v2” timp de cel mult 13 luni.",
      },
    },
    common: {
      acceptAll: "Acceptați tot",
      rejectAll: "Refuzați tot",
      customize: "Gestionați opțiunile",
      saveSettings: "Salvați opțiunile",
      loading: "Se încarcă…",
      showingSelectedVendor: "Este afișat numai partenerul selectat.",
      clearSelection: "Afișați toți partenerii",
      customPartner: "Nu face parte din IAB TCF",
    },
  },
}
