import type { CompleteBundle } from "./Bundle.js"

/** Welsh, formal address. */
export const cy: CompleteBundle = {
  common: {
    acceptAll: "Derbyn popeth",
    rejectAll: "Gwrthod popeth",
    customize: "Rheoli dewisiadau",
    save: "Cadw dewisiadau",
    close: "Cau",
    securedBy: "Wedi’i bweru gan",
    dismiss: "Cuddio",
    acknowledge: "Rwy’n deall",
    unavailable:
      "Ni ellir llwytho popeth ar hyn o bryd. Gallwch wrthod eich caniatâd neu ei dynnu’n ôl nawr, a’i roi yn ddiweddarach.",
    alwaysActive: "Bob amser yn weithredol",
    language: "Iaith",
  },
  cookieBanner: {
    title: "Cwcis a’ch preifatrwydd",
    description:
      "Rydym yn defnyddio cwcis er mwyn i’r wefan hon weithio ac, os cytunwch, ar gyfer swyddogaethau ychwanegol, personoli, mesur a marchnata. Gallwch newid eich meddwl ar unrhyw adeg.",
    noticeTitle: "Sut rydym yn defnyddio cwcis",
    noticeDescription:
      "Rydym yn defnyddio cwcis er mwyn i’r wefan hon weithio ac at ddibenion dewisol fel mesur a marchnata. Gallwch optio allan o’r rhain ar unrhyw adeg yn eich gosodiadau preifatrwydd.",
  },
  consentManagerDialog: {
    title: "Gosodiadau preifatrwydd",
    description:
      "Dewiswch pa ddibenion dewisol rydych yn eu caniatáu. Mae cwcis cwbl angenrheidiol bob amser yn weithredol gan nad yw’r wefan hon yn gweithio hebddynt. Gallwch newid eich dewisiadau ar unrhyw adeg.",
    vendors: {
      title: "Darparwyr ({count})",
      switchLabel: "Caniatáu {vendor}",
      disabledByCategory: "Dim ond tra bo’r categori hwn wedi’i ganiatáu y mae hyn ar gael.",
      privacyPolicy: "Polisi preifatrwydd",
    },
    cookies: { title: "Cwcis ({count})", name: "Enw", purpose: "Diben", duration: "Hyd" },
  },
  consentTypes: {
    necessary: {
      title: "Cwbl angenrheidiol",
      description:
        "Mae’r rhain yn darparu swyddogaethau sylfaenol y wefan hon, fel diogelwch, llywio a chofio eich dewisiadau preifatrwydd. Ni ellir eu diffodd.",
    },
    functionality: {
      title: "Swyddogaethau",
      description:
        "Mae’r rhain yn darparu swyddogaethau ychwanegol, fel gosodiadau a gofir, sgwrsio neu fideos wedi’u mewnosod.",
    },
    experience: {
      title: "Personoli",
      description:
        "Mae’r rhain yn addasu cynnwys a chynllun y wefan hon i’ch diddordebau ac i’r ffordd rydych yn ei defnyddio.",
    },
    measurement: {
      title: "Mesur",
      description:
        "Mae’r rhain yn dangos i ni sut y defnyddir y wefan hon, er enghraifft pa dudalennau yr ymwelir â nhw a ble mae gwallau’n digwydd, fel y gallwn ei gwella.",
    },
    marketing: {
      title: "Marchnata",
      description:
        "Defnyddir y rhain i ddewis hysbysebion, i fesur eu heffaith ac i lunio proffil o’ch diddordebau, gan gynnwys ar draws gwahanol wefannau.",
    },
  },
  consentGate: {
    title: "Mae angen eich caniatâd ar gyfer “{category}” er mwyn dangos y cynnwys hwn",
    actionButton: "Caniatáu “{category}”",
    policyBlocked: "Nid yw’r cynnwys hwn ar gael o dan y rheolau preifatrwydd sy’n berthnasol i’ch ymweliad.",
    loading: "Wrthi’n llwytho’r cynnwys…",
    error: "Nid oedd modd llwytho’r cynnwys hwn.",
    provider: "Darparwr: {vendor}",
    once: "Llwytho y tro hwn",
    always: "Caniatáu bob amser",
  },
  legalLinks: {
    privacyPolicy: "Polisi preifatrwydd",
    cookiePolicy: "Polisi cwcis",
    termsOfService: "Telerau gwasanaeth",
  },
  rights: {
    optOut: "Peidiwch â gwerthu na rhannu fy nata personol",
    preferences: "Gosodiadau preifatrwydd",
  },
  iab: {
    banner: {
      title: "Sut y defnyddir eich data",
      description:
        "Rydym ni ac {partnerCount} yn gofyn am eich cydsyniad i storio gwybodaeth ar eich dyfais, i gael mynediad ati yno, ac i brosesu data personol megis dynodyddion unigryw a data pori at y dibenion a enwir yma. Chi sy’n penderfynu fesul diben, a gallwch dynnu eich cydsyniad yn ôl neu newid eich dewisiadau yn y gosodiadau preifatrwydd ar unrhyw adeg.",
      partnersLink: "ein partneriaid\u00a0({count})",
      andMore: "a rhagor ({count})",
      legitimateInterestNotice:
        "Mae rhai partneriaid yn prosesu data ar sail eu buddiant dilys, heb ofyn am gydsyniad. Mae gennych yr hawl i wrthwynebu hyn yn y gosodiadau preifatrwydd.",
      scopeServiceSpecific: "Mae eich dewisiadau’n berthnasol i’r wefan hon yn unig.",
      scopeGroup: "Mae eich dewisiadau’n berthnasol i holl wefannau ein grŵp.",
    },
    preferenceCenter: {
      title: "Gosodiadau preifatrwydd",
      description:
        "Yma gallwch benderfynu, ar gyfer pob diben a phob partner, a ydych yn cydsynio i’ch data gael eu prosesu. Gallwch hefyd wrthwynebu prosesu sy’n seiliedig ar fuddiant dilys.",
      tabs: { purposes: "Dibenion", vendors: "Partneriaid" },
      purposeItem: {
        partners: "Partneriaid",
        vendorsUseLegitimateInterest: "Partneriaid sy’n dibynnu ar fuddiant dilys",
        examples: "Enghreifftiau",
        partnersUsingPurpose: "Partneriaid sy’n defnyddio data at y diben hwn",
        withYourPermission: "Gyda’ch cydsyniad",
        legitimateInterest: "Buddiant dilys",
        objectButton: "Gwrthwynebu",
        objected: "Wedi gwrthwynebu",
        rightToObject: "Mae gennych yr hawl i wrthwynebu prosesu eich data ar sail buddiant dilys.",
      },
      specialPurposes: {
        title: "Dibenion arbennig",
        tooltip:
          "Mae partneriaid yn prosesu data at y dibenion hyn ar sail buddiant dilys, er enghraifft i sicrhau diogelwch neu i ddarparu a chyflwyno hysbysebion a chynnwys. Ni chynigir dewis ar eu cyfer yma.",
      },
      features: {
        title: "Nodweddion",
        description:
          "Nodweddion yw’r ffyrdd y mae partneriaid yn prosesu data at y dibenion sydd ganddynt. Nid oes dewis ar wahân ar eu cyfer.",
      },
      vendorList: {
        search: "Chwilio am bartneriaid",
        showingCount: "Partneriaid a ddangosir: {filtered} o gyfanswm o {total}",
        iabVendorsHeading: "Partneriaid yn yr IAB TCF",
        iabVendorsNotice:
          "Mae’r partneriaid hyn yn cymryd rhan yn Transparency & Consent Framework (TCF) IAB Europe ac wedi ymrwymo i’w reolau.",
        customVendorsHeading: "Partneriaid eraill",
        customVendorsNotice:
          "Nid yw’r partneriaid hyn yn cymryd rhan yn yr IAB TCF. Gallwch benderfynu yn eu cylch yma yn yr un modd.",
        purposes: "Dibenion",
        specialPurposes: "Dibenion arbennig",
        specialFeatures: "Nodweddion arbennig",
        features: "Nodweddion",
        dataCategories: "Categorïau data",
        usesCookies: "Yn defnyddio cwcis",
        nonCookieAccess: "Yn defnyddio dulliau storio neu gyrchu heblaw cwcis",
        maxAge: "Uchafswm oes cwcis mewn diwrnodau: {days}",
        retention: "Cyfnod cadw data mewn diwrnodau: {days}",
        legitimateInterest: "Buddiant dilys",
        privacyPolicy: "Polisi preifatrwydd",
        storageDisclosure: "Manylion storio ar y ddyfais",
        requiredNotice: "Bob amser yn weithredol; ni chynigir dewis yma.",
      },
      footer: {
        consentStorage:
          "Caiff eich dewisiadau eu storio yn eich porwr o dan yr enw “euconsent-v2” am ddim hwy na 13 mis.",
      },
    },
    common: {
      acceptAll: "Derbyn popeth",
      rejectAll: "Gwrthod popeth",
      customize: "Rheoli dewisiadau",
      saveSettings: "Cadw dewisiadau",
      loading: "Wrthi’n llwytho…",
      showingSelectedVendor: "Dim ond y partner a ddewiswyd a ddangosir.",
      clearSelection: "Dangos pob partner",
      customPartner: "Heb fod yn yr IAB TCF",
    },
  },
}
