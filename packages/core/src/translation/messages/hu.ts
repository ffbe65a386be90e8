import type { CompleteBundle } from "./Bundle.js"

/** Hungarian, formal address. */
export const hu: CompleteBundle = {
  common: {
    acceptAll: "Összes elfogadása",
    rejectAll: "Összes elutasítása",
    customize: "Választások kezelése",
    save: "Választások mentése",
    close: "Bezárás",
    securedBy: "Működteti:",
    dismiss: "Elrejtés",
    acknowledge: "Értem",
    unavailable:
      "Jelenleg nem tölthető be minden. Hozzájárulását most megtagadhatja vagy visszavonhatja, megadni később tudja.",
    alwaysActive: "Mindig aktív",
    language: "Nyelv",
  },
  cookieBanner: {
    title: "A sütik és az Ön magánszférája",
    description:
      "Sütiket használunk ennek a webhelynek a működéséhez, valamint az Ön hozzájárulásával kiegészítő funkciókra, személyre szabásra, statisztikára és marketingre. Döntését bármikor megváltoztathatja.",
    noticeTitle: "Hogyan használjuk a sütiket",
    noticeDescription:
      "Sütiket használunk ennek a webhelynek a működéséhez, valamint választható célokra, például statisztikára és marketingre. Ezeket az adatvédelmi beállításokban bármikor elutasíthatja.",
  },
  consentManagerDialog: {
    title: "Adatvédelmi beállítások",
    description:
      "Válassza ki, mely választható célokat engedélyezi. A feltétlenül szükséges sütik mindig aktívak, mert ez a webhely nélkülük nem működik. Választásait bármikor módosíthatja.",
    vendors: {
      title: "Szolgáltatók ({count})",
      switchLabel: "{vendor} engedélyezése",
      disabledByCategory: "Csak addig érhető el, amíg ez a kategória engedélyezve van.",
      privacyPolicy: "Adatvédelmi tájékoztató",
    },
    cookies: { title: "Sütik ({count})", name: "Név", purpose: "Cél", duration: "Élettartam" },
  },
  consentTypes: {
    necessary: {
      title: "Feltétlenül szükséges",
      description:
        "Ezek nyújtják ennek a webhelynek az alapvető funkcióit, például a biztonságot, a navigációt és az Ön adatvédelmi választásainak megjegyzését. Nem kapcsolhatók ki.",
    },
    functionality: {
      title: "Kiegészítő funkciók",
      description:
        "Ezek kiegészítő funkciókat nyújtanak, például megjegyzett beállításokat, csevegést vagy beágyazott videókat.",
    },
    experience: {
      title: "Személyre szabás",
      description:
        "Ezek ennek a webhelynek a tartalmát és elrendezését az Ön érdeklődéséhez és ahhoz igazítják, ahogyan Ön a webhelyet használja.",
    },
    measurement: {
      title: "Statisztika",
      description:
        "Ezek megmutatják számunkra, hogyan használják ezt a webhelyet, például mely oldalakat látogatják, és hol fordulnak elő hibák, hogy javíthassunk a webhelyen.",
    },
    marketing: {
      title: "Marketing",
      description:
        "Ezek hirdetések kiválasztására, azok hatásának mérésére és az Ön érdeklődési profiljának összeállítására szolgálnak, különböző webhelyeken átívelően is.",
    },
  },
  consentGate: {
    title: "Ehhez a tartalomhoz az Ön engedélye szükséges a következő kategóriára: „{category}”",
    actionButton: "„{category}” engedélyezése",
    policyBlocked: "Ez a tartalom az Ön látogatására vonatkozó adatvédelmi szabályok szerint nem érhető el.",
    loading: "Tartalom betöltése…",
    error: "Ezt a tartalmat nem sikerült betölteni.",
    provider: "Szolgáltató: {vendor}",
    once: "Betöltés ez alkalommal",
    always: "Engedélyezés mindig",
  },
  legalLinks: {
    privacyPolicy: "Adatvédelmi tájékoztató",
    cookiePolicy: "Sütikezelési tájékoztató",
    termsOfService: "Felhasználási feltételek",
  },
  rights: {
    optOut: "Ne értékesítsék és ne osszák meg személyes adataimat",
    preferences: "Adatvédelmi beállítások",
  },
  iab: {
    banner: {
      title: "Az Ön adatainak felhasználása",
      description:
        "Mi és {partnerCount} az Ön hozzájárulását kérjük ahhoz, hogy információkat tároljunk az Ön eszközén, azokhoz ott hozzáférjünk, valamint személyes adatokat, például egyedi azonosítókat és böngészési adatokat kezeljünk az itt megnevezett célokból. Ön célonként dönt, és az adatvédelmi beállításokban bármikor visszavonhatja hozzájárulását vagy módosíthatja választásait.",
      partnersLink: "{count} partnerünk",
      andMore: "és további {count}",
      legitimateInterestNotice:
        "Egyes partnerek jogos érdekük alapján, hozzájárulás kérése nélkül kezelnek adatokat. Önnek joga van ez ellen az adatvédelmi beállításokban tiltakozni.",
      scopeServiceSpecific: "Választásai csak erre a webhelyre érvényesek.",
      scopeGroup: "Választásai csoportunk összes webhelyére érvényesek.",
    },
    preferenceCenter: {
      title: "Adatvédelmi beállítások",
      description:
        "Itt célonként és partnerenként eldöntheti, hogy hozzájárul-e adatainak kezeléséhez. Emellett tiltakozhat a jogos érdeken alapuló adatkezelés ellen.",
      tabs: { purposes: "Célok", vendors: "Partnerek" },
      purposeItem: {
        partners: "Partnerek",
        vendorsUseLegitimateInterest: "Jogos érdekre hivatkozó partnerek",
        examples: "Példák",
        partnersUsingPurpose: "Az adatokat erre a célra felhasználó partnerek",
        withYourPermission: "Az Ön hozzájárulásával",
        legitimateInterest: "Jogos érdek",
        objectButton: "Tiltakozás",
        objected: "Tiltakozott",
        rightToObject: "Önnek joga van tiltakozni adatainak jogos érdeken alapuló kezelése ellen.",
      },
      specialPurposes: {
        title: "Speciális célok",
        tooltip:
          "A partnerek ezekből a célokból jogos érdek alapján kezelnek adatokat, például a biztonság szavatolása, illetve hirdetések és tartalmak továbbítása és megjelenítése érdekében. Ezekre vonatkozóan itt nincs választási lehetőség.",
      },
      features: {
        title: "Funkciók",
        description:
          "A funkciók azok a módok, ahogyan a partnerek adatokat kezelnek az általuk követett célok érdekében. Ezekre vonatkozóan nincs külön választási lehetőség.",
      },
      vendorList: {
        search: "Partnerek keresése",
        showingCount: "Megjelenített partnerek: {filtered}/{total}",
        iabVendorsHeading: "Az IAB TCF-ben részt vevő partnerek",
        iabVendorsNotice:
          "Ezek a partnerek részt vesznek az IAB Europe Transparency & Consent Framework (TCF) keretrendszerében, és kötelezettséget vállaltak szabályainak betartására.",
        customVendorsHeading: "Egyéb partnerek",
        customVendorsNotice: "Ezek a partnerek nem vesznek részt az IAB TCF-ben. Itt ugyanúgy dönthet róluk.",
        purposes: "Célok",
        specialPurposes: "Speciális célok",
        specialFeatures: "Speciális funkciók",
        features: "Funkciók",
        dataCategories: "Adatkategóriák",
        usesCookies: "Sütiket használ",
        nonCookieAccess: "A sütiktől eltérő tárolási vagy hozzáférési módszereket használ",
        maxAge: "A sütik leghosszabb élettartama napokban: {days}",
        retention: "Az adatok megőrzési ideje napokban: {days}",
        legitimateInterest: "Jogos érdek",
        privacyPolicy: "Adatvédelmi tájékoztató",
        storageDisclosure: "Az eszközön való tárolás részletei",
        requiredNotice: "Mindig aktív; itt nincs választási lehetőség.",
      },
      footer: {
        consentStorage: "Választásait az Ön böngészőjében „euconsent-v2” néven, legfeljebb 13 hónapig tároljuk.",
      },
    },
    common: {
      acceptAll: "Összes elfogadása",
      rejectAll: "Összes elutasítása",
      customize: "Választások kezelése",
      saveSettings: "Választások mentése",
      loading: "Betöltés…",
      showingSelectedVendor: "Csak a kiválasztott partner látható.",
      clearSelection: "Összes partner megjelenítése",
      customPartner: "Nem vesz részt az IAB TCF-ben",
    },
  },
}
