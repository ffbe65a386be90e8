import type { CompleteBundle } from "./Bundle.js"

/** Swedish, addressing visitors as “du”, as Swedish sites do. */
export const sv: CompleteBundle = {
  common: {
    acceptAll: "Godkänn alla",
    rejectAll: "Avvisa alla",
    customize: "Hantera val",
    save: "Spara val",
    close: "Stäng",
    securedBy: "Drivs av",
    dismiss: "Dölj",
    acknowledge: "Jag förstår",
    unavailable: "Allt kan inte läsas in just nu. Du kan neka eller återkalla ditt samtycke nu och ge det senare.",
    alwaysActive: "Alltid aktiv",
    language: "Språk",
  },
  cookieBanner: {
    title: "Cookies och din integritet",
    description:
      "Vi använder cookies för att den här webbplatsen ska fungera och, om du samtycker, för ytterligare funktioner, personanpassning, mätning och marknadsföring. Du kan när som helst ändra ditt beslut.",
    noticeTitle: "Så använder vi cookies",
    noticeDescription:
      "Vi använder cookies för att den här webbplatsen ska fungera och för valfria ändamål som mätning och marknadsföring. Dem kan du när som helst välja bort i dina integritetsinställningar.",
  },
  consentManagerDialog: {
    title: "Integritetsinställningar",
    description:
      "Välj vilka valfria ändamål du tillåter. Absolut nödvändiga cookies är alltid aktiva eftersom den här webbplatsen inte fungerar utan dem. Du kan när som helst ändra dina val.",
    vendors: {
      title: "Leverantörer ({count})",
      switchLabel: "Tillåt {vendor}",
      disabledByCategory: "Tillgänglig bara så länge den här kategorin är tillåten.",
      privacyPolicy: "Integritetspolicy",
    },
    cookies: { title: "Cookies ({count})", name: "Namn", purpose: "Syfte", duration: "Lagringstid" },
  },
  consentTypes: {
    necessary: {
      title: "Absolut nödvändiga",
      description:
        "För webbplatsens grundläggande funktioner, till exempel säkerhet, navigering och lagring av dina integritetsval. Den här kategorin kan inte stängas av.",
    },
    functionality: {
      title: "Funktionalitet",
      description: "För ytterligare funktioner, till exempel sparade inställningar, chatt eller inbäddade videor.",
    },
    experience: {
      title: "Personanpassning",
      description:
        "För att anpassa webbplatsens innehåll och utformning till dina intressen och till hur du använder webbplatsen.",
    },
    measurement: {
      title: "Mätning",
      description:
        "För att visa oss hur webbplatsen används, till exempel vilka sidor som besöks och var fel uppstår, så att vi kan förbättra den.",
    },
    marketing: {
      title: "Marknadsföring",
      description:
        "För att välja ut reklam, mäta dess effekt och skapa en profil över dina intressen, även över olika webbplatser.",
    },
  },
  consentGate: {
    title: "Det här innehållet kräver att du tillåter ”{category}”",
    actionButton: "Tillåt ”{category}”",
    policyBlocked: "Det här innehållet är inte tillgängligt enligt de integritetsregler som gäller för ditt besök.",
    loading: "Innehållet läses in …",
    error: "Det här innehållet kunde inte läsas in.",
    provider: "Leverantör: {vendor}",
    once: "Läs in den här gången",
    always: "Tillåt alltid",
  },
  legalLinks: {
    privacyPolicy: "Integritetspolicy",
    cookiePolicy: "Cookiepolicy",
    termsOfService: "Användarvillkor",
  },
  rights: {
    optOut: "Sälj eller dela inte mina personuppgifter",
    preferences: "Integritetsinställningar",
  },
  iab: {
    banner: {
      title: "Så används dina uppgifter",
      description:
        "Vi och {partnerCount} ber om ditt samtycke till att lagra information på din enhet, få åtkomst till informationen där och behandla personuppgifter, såsom unika identifierare och uppgifter om ditt surfande, för de ändamål som anges här. Du bestämmer för varje enskilt ändamål, och du kan när som helst återkalla ditt samtycke eller ändra dina val i integritetsinställningarna.",
      partnersLink: "våra {count} partner",
      andMore: "och {count} till",
      legitimateInterestNotice:
        "Vissa partner behandlar uppgifter på grundval av sitt berättigade intresse, utan att be om samtycke. Du har rätt att göra invändningar mot detta i integritetsinställningarna.",
      scopeServiceSpecific: "Dina val gäller bara för den här webbplatsen.",
      scopeGroup: "Dina val gäller för alla webbplatser i vår grupp.",
    },
    preferenceCenter: {
      title: "Integritetsinställningar",
      description:
        "Här kan du för varje ändamål och varje partner bestämma om du samtycker till behandlingen av dina uppgifter. Du kan också göra invändningar mot behandling på grundval av berättigat intresse.",
      tabs: { purposes: "Ändamål", vendors: "Partner" },
      purposeItem: {
        partners: "Partner",
        vendorsUseLegitimateInterest: "Partner som åberopar berättigat intresse",
        examples: "Exempel",
        partnersUsingPurpose: "Partner som använder uppgifter för det här ändamålet",
        withYourPermission: "Med ditt samtycke",
        legitimateInterest: "Berättigat intresse",
        objectButton: "Gör invändning",
        objected: "Invändning gjord",
        rightToObject:
          "Du har rätt att göra invändningar mot behandlingen av dina uppgifter på grundval av berättigat intresse.",
      },
      specialPurposes: {
        title: "Särskilda ändamål",
        tooltip:
          "Partner behandlar uppgifter för dessa ändamål på grundval av berättigat intresse, till exempel för att upprätthålla säkerheten eller för att leverera och visa reklam och innehåll. Här går det inte att välja till eller välja bort dem.",
      },
      features: {
        title: "Funktioner",
        description:
          "Funktioner är sätt på vilka partner behandlar uppgifter för sina ändamål. Det går inte att göra något separat val för dem.",
      },
      vendorList: {
        search: "Sök partner",
        showingCount: "Visade partner: {filtered} av {total}",
        iabVendorsHeading: "Partner i IAB TCF",
        iabVendorsNotice:
          "Dessa partner deltar i Transparency & Consent Framework (TCF) från IAB Europe och har åtagit sig att följa dess regler.",
        customVendorsHeading: "Övriga partner",
        customVendorsNotice: "Dessa partner deltar inte i IAB TCF. Du kan ta ställning till dem här på samma sätt.",
        purposes: "Ändamål",
        specialPurposes: "Särskilda ändamål",
        specialFeatures: "Särskilda funktioner",
        features: "Funktioner",
        dataCategories: "Kategorier av uppgifter",
        usesCookies: "Använder cookies",
        nonCookieAccess: "Använder andra metoder för lagring eller åtkomst än cookies",
        maxAge: "Längsta livslängd för cookies i dagar: {days}",
        retention: "Lagringstid för uppgifter i dagar: {days}",
        legitimateInterest: "Berättigat intresse",
        privacyPolicy: "Integritetspolicy",
        storageDisclosure: "Uppgifter om lagring på enheten",
        requiredNotice: "Alltid aktiv; här går det inte att göra något val.",
      },
      footer: {
        consentStorage: "Dina val lagras i din webbläsare under namnet ”euconsent-v2” i högst 13 månader.",
      },
    },
    common: {
      acceptAll: "Godkänn alla",
      rejectAll: "Avvisa alla",
      customize: "Hantera val",
      saveSettings: "Spara val",
      loading: "Läser in …",
      showingSelectedVendor: "Endast den valda partnern visas.",
      clearSelection: "Visa alla partner",
      customPartner: "Inte i IAB TCF",
    },
  },
}
