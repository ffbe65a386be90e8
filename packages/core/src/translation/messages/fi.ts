import type { CompleteBundle } from "./Bundle.js"

/** Finnish, informal address in the singular, as Finnish sites address their visitors. */
export const fi: CompleteBundle = {
  common: {
    acceptAll: "Hyväksy kaikki",
    rejectAll: "Hylkää kaikki",
    customize: "Muokkaa valintoja",
    save: "Tallenna valinnat",
    close: "Sulje",
    securedBy: "Palvelun tarjoaa",
    dismiss: "Piilota",
    acknowledge: "Selvä",
    unavailable:
      "Kaikkea ei voida ladata juuri nyt. Voit kieltäytyä suostumuksesta tai peruuttaa sen nyt ja antaa sen myöhemmin.",
    alwaysActive: "Aina käytössä",
    language: "Kieli",
  },
  cookieBanner: {
    title: "Evästeet ja yksityisyytesi",
    description:
      "Käytämme evästeitä, jotta tämä sivusto toimii, ja suostumuksellasi lisätoimintoihin, personointiin, tilastointiin ja markkinointiin. Voit muuttaa päätöstäsi milloin tahansa.",
    noticeTitle: "Näin käytämme evästeitä",
    noticeDescription:
      "Käytämme evästeitä, jotta tämä sivusto toimii, ja valinnaisiin käyttötarkoituksiin, kuten tilastointiin ja markkinointiin. Voit kieltäytyä näistä milloin tahansa tietosuoja-asetuksissasi.",
  },
  consentManagerDialog: {
    title: "Tietosuoja-asetukset",
    description:
      "Valitse, mitkä valinnaiset käyttötarkoitukset sallit. Ehdottoman välttämättömät evästeet ovat aina käytössä, koska tämä sivusto ei toimi ilman niitä. Voit muuttaa valintojasi milloin tahansa.",
    vendors: {
      title: "Palveluntarjoajat ({count})",
      switchLabel: "Salli {vendor}",
      disabledByCategory: "Käytettävissä vain silloin, kun tämä kategoria on sallittu.",
      privacyPolicy: "Tietosuojaseloste",
    },
    cookies: { title: "Evästeet ({count})", name: "Nimi", purpose: "Käyttötarkoitus", duration: "Voimassaoloaika" },
  },
  consentTypes: {
    necessary: {
      title: "Ehdottoman välttämättömät",
      description:
        "Näillä toteutetaan tämän sivuston perustoiminnot, kuten turvallisuus, navigointi ja tietosuojavalintojesi muistaminen. Niitä ei voi poistaa käytöstä.",
    },
    functionality: {
      title: "Lisätoiminnot",
      description: "Näillä toteutetaan lisätoimintoja, kuten asetusten muistamista, chattia tai upotettuja videoita.",
    },
    experience: {
      title: "Personointi",
      description:
        "Näillä mukautetaan tämän sivuston sisältöä ja asettelua kiinnostuksen kohteidesi ja sivuston käyttötapasi mukaan.",
    },
    measurement: {
      title: "Tilastointi",
      description:
        "Nämä osoittavat meille, miten tätä sivustoa käytetään, esimerkiksi millä sivuilla käydään ja missä tapahtuu virheitä, jotta voimme parantaa sivustoa.",
    },
    marketing: {
      title: "Markkinointi",
      description:
        "Näitä käytetään mainonnan valitsemiseen, sen vaikutuksen mittaamiseen ja kiinnostuksen kohteitasi kuvaavan profiilin luomiseen, myös eri verkkosivustojen välillä.",
    },
  },
  consentGate: {
    title: "Tämä sisältö edellyttää lupaasi kategorialle ”{category}”",
    actionButton: "Salli ”{category}”",
    policyBlocked: "Tämä sisältö ei ole vierailuusi sovellettavien tietosuojasääntöjen mukaan saatavilla.",
    loading: "Sisältöä ladataan…",
    error: "Tätä sisältöä ei voitu ladata.",
    provider: "Palveluntarjoaja: {vendor}",
    once: "Lataa tällä kertaa",
    always: "Salli aina",
  },
  legalLinks: {
    privacyPolicy: "Tietosuojaseloste",
    cookiePolicy: "Evästekäytäntö",
    termsOfService: "Käyttöehdot",
  },
  rights: {
    optOut: "Älä myy äläkä jaa henkilötietojani",
    preferences: "Tietosuoja-asetukset",
  },
  iab: {
    banner: {
      title: "Miten tietojasi käytetään",
      description:
        "Me ja {partnerCount} pyydämme suostumustasi siihen, että tallennamme tietoja laitteellesi, luemme niitä sieltä ja käsittelemme henkilötietoja, kuten yksilöllisiä tunnisteita ja selaustietoja, tässä nimettyihin käyttötarkoituksiin. Päätät kustakin käyttötarkoituksesta erikseen, ja voit milloin tahansa peruuttaa suostumuksesi tai muuttaa valintojasi tietosuoja-asetuksissa.",
      partnersLink: "{count} kumppaniamme",
      andMore: "ja vielä {count}",
      legitimateInterestNotice:
        "Osa kumppaneista käsittelee tietoja oikeutetun etunsa perusteella pyytämättä suostumusta. Sinulla on oikeus vastustaa tätä tietosuoja-asetuksissa.",
      scopeServiceSpecific: "Valintasi koskevat vain tätä verkkosivustoa.",
      scopeGroup: "Valintasi koskevat kaikkia ryhmämme verkkosivustoja.",
    },
    preferenceCenter: {
      title: "Tietosuoja-asetukset",
      description:
        "Tässä voit päättää kunkin käyttötarkoituksen ja kunkin kumppanin osalta, annatko suostumuksesi tietojesi käsittelyyn. Voit myös vastustaa oikeutettuun etuun perustuvaa käsittelyä.",
      tabs: { purposes: "Käyttötarkoitukset", vendors: "Kumppanit" },
      purposeItem: {
        partners: "Kumppanit",
        vendorsUseLegitimateInterest: "Oikeutettuun etuun nojautuvat kumppanit",
        examples: "Esimerkkejä",
        partnersUsingPurpose: "Kumppanit, jotka käyttävät tietoja tähän käyttötarkoitukseen",
        withYourPermission: "Suostumuksellasi",
        legitimateInterest: "Oikeutettu etu",
        objectButton: "Vastusta",
        objected: "Vastustettu",
        rightToObject: "Sinulla on oikeus vastustaa tietojesi käsittelyä, joka perustuu oikeutettuun etuun.",
      },
      specialPurposes: {
        title: "Erityiset käyttötarkoitukset",
        tooltip:
          "Kumppanit käsittelevät tietoja näihin käyttötarkoituksiin oikeutetun edun perusteella, esimerkiksi turvallisuuden varmistamiseksi tai mainonnan ja sisällön toimittamiseksi ja esittämiseksi. Niitä koskevaa valintaa ei tarjota tässä.",
      },
      features: {
        title: "Ominaisuudet",
        description:
          "Ominaisuudet ovat tapoja, joilla kumppanit käsittelevät tietoja käyttötarkoitustensa toteuttamiseksi. Niitä koskevaa erillistä valintaa ei ole.",
      },
      vendorList: {
        search: "Hae kumppaneita",
        showingCount: "Näytettäviä kumppaneita: {filtered}/{total}",
        iabVendorsHeading: "IAB TCF -kehykseen osallistuvat kumppanit",
        iabVendorsNotice:
          "Nämä kumppanit osallistuvat IAB Europen Transparency & Consent Framework (TCF) -kehykseen ja ovat sitoutuneet sen sääntöihin.",
        customVendorsHeading: "Muut kumppanit",
        customVendorsNotice:
          "Nämä kumppanit eivät osallistu IAB TCF -kehykseen. Voit päättää niistä tässä samalla tavalla.",
        purposes: "Käyttötarkoitukset",
        specialPurposes: "Erityiset käyttötarkoitukset",
        specialFeatures: "Erityiset ominaisuudet",
        features: "Ominaisuudet",
        dataCategories: "Tietoryhmät",
        usesCookies: "Käyttää evästeitä",
        nonCookieAccess: "Käyttää muita tallennus- tai lukumenetelmiä kuin evästeitä",
        maxAge: "Evästeiden enimmäisvoimassaoloaika päivinä: {days}",
        retention: "Tietojen säilytysaika päivinä: {days}",
        legitimateInterest: "Oikeutettu etu",
        privacyPolicy: "Tietosuojaseloste",
        storageDisclosure: "Tarkemmat tiedot laitteelle tallentamisesta",
        requiredNotice: "Aina käytössä; valintaa ei tarjota tässä.",
      },
      footer: {
        consentStorage: "Valintasi tallennetaan selaimeesi nimellä ”euconsent-v2” enintään 13 kuukaudeksi.",
      },
    },
    common: {
      acceptAll: "Hyväksy kaikki",
      rejectAll: "Hylkää kaikki",
      customize: "Muokkaa valintoja",
      saveSettings: "Tallenna valinnat",
      loading: "Ladataan…",
      showingSelectedVendor: "Vain valittu kumppani näytetään.",
      clearSelection: "Näytä kaikki kumppanit",
      customPartner: "Ei mukana IAB TCF -kehyksessä",
    },
  },
}
