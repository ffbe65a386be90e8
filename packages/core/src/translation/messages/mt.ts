import type { CompleteBundle } from "./Bundle.js"

/** Maltese, singular address (the usual one in official texts). */
export const mt: CompleteBundle = {
  common: {
    acceptAll: "Aċċetta kollox",
    rejectAll: "Irrifjuta kollox",
    customize: "Immaniġġja l-għażliet",
    save: "Issejvja l-għażliet",
    close: "Agħlaq",
    securedBy: "Imħaddem minn",
    dismiss: "Aħbi",
    acknowledge: "Fhimt",
    unavailable:
      "Bħalissa mhux kollox jista’ jitgħabba. Tista’ tirrifjuta jew tirtira l-kunsens tiegħek issa u tagħtih aktar tard.",
    alwaysActive: "Dejjem attiv",
    language: "Lingwa",
  },
  cookieBanner: {
    title: "Il-cookies u l-privatezza tiegħek",
    description:
      "Nużaw cookies biex dan is-sit jiffunzjona u, jekk taqbel, għal funzjonijiet addizzjonali, personalizzazzjoni, kejl u marketing. Tista’ tbiddel fehmtek fi kwalunkwe ħin.",
    noticeTitle: "Kif nużaw il-cookies",
    noticeDescription:
      "Nużaw cookies biex dan is-sit jiffunzjona u għal skopijiet fakultattivi bħall-kejl u l-marketing. Tista’ tirrifjuta dawn fi kwalunkwe ħin fil-preferenzi tal-privatezza tiegħek.",
  },
  consentManagerDialog: {
    title: "Preferenzi tal-privatezza",
    description:
      "Agħżel liema skopijiet fakultattivi tippermetti. Il-cookies strettament meħtieġa huma dejjem attivi għax dan is-sit ma jiffunzjonax mingħajrhom. Tista’ tbiddel l-għażliet tiegħek fi kwalunkwe ħin.",
    vendors: {
      title: "Fornituri ({count})",
      switchLabel: "Ippermetti {vendor}",
      disabledByCategory: "Disponibbli biss waqt li din il-kategorija tkun permessa.",
      privacyPolicy: "Politika tal-privatezza",
    },
    cookies: { title: "Cookies ({count})", name: "Isem", purpose: "Skop", duration: "Perjodu" },
  },
  consentTypes: {
    necessary: {
      title: "Strettament meħtieġa",
      description:
        "Dawn jipprovdu l-funzjonijiet bażiċi ta’ dan is-sit, bħas-sigurtà, in-navigazzjoni u ż-żamma tal-għażliet tiegħek dwar il-privatezza. Ma jistgħux jiġu diżattivati.",
    },
    functionality: {
      title: "Funzjonalità",
      description:
        "Dawn jipprovdu funzjonijiet addizzjonali, bħall-issettjar memorizzat, iċ-chat jew il-vidjows inkorporati.",
    },
    experience: {
      title: "Personalizzazzjoni",
      description:
        "Dawn jadattaw il-kontenut u t-tqassim ta’ dan is-sit għall-interessi tiegħek u għall-mod kif tużah.",
    },
    measurement: {
      title: "Kejl",
      description:
        "Dawn juruna kif jintuża dan is-sit, pereżempju liema paġni jinżaru u fejn iseħħu l-iżbalji, sabiex inkunu nistgħu ntejbuh.",
    },
    marketing: {
      title: "Marketing",
      description:
        "Dawn jintużaw biex jintgħażel ir-reklamar, biex jitkejjel l-effett tiegħu u biex jinħoloq profil tal-interessi tiegħek, inkluż fuq siti web differenti.",
    },
  },
  consentGate: {
    title: "Dan il-kontenut jeħtieġ il-permess tiegħek għal “{category}”",
    actionButton: "Ippermetti “{category}”",
    policyBlocked:
      "Dan il-kontenut mhuwiex disponibbli skont ir-regoli tal-privatezza li japplikaw għaż-żjara tiegħek.",
    loading: "Il-kontenut qed jitgħabba…",
    error: "Dan il-kontenut ma setax jitgħabba.",
    provider: "Fornitur: {vendor}",
    once: "Għabbi din id-darba",
    always: "Dejjem ippermetti",
  },
  legalLinks: {
    privacyPolicy: "Politika tal-privatezza",
    cookiePolicy: "Politika tal-cookies",
    termsOfService: "Termini tas-servizz",
  },
  rights: {
    optOut: "La tbigħux u la tikkondividux id-data personali tiegħi",
    preferences: "Preferenzi tal-privatezza",
  },
  iab: {
    banner: {
      title: "Kif tintuża d-data tiegħek",
      description:
        "Aħna u {partnerCount} nitolbu l-kunsens tiegħek biex naħżnu informazzjoni fuq l-apparat tiegħek, biex naċċessawha hemmhekk, u biex nipproċessaw data personali, bħal identifikaturi uniċi u data dwar in-navigazzjoni, għall-iskopijiet imsemmija hawnhekk. Inti tiddeċiedi għal kull skop separatament, u tista’ tirtira l-kunsens tiegħek jew tbiddel l-għażliet tiegħek fil-preferenzi tal-privatezza fi kwalunkwe ħin.",
      partnersLink: "s-sħab tagħna\u00a0({count})",
      andMore: "u {count} aktar",
      legitimateInterestNotice:
        "Xi sħab jipproċessaw data abbażi tal-interess leġittimu tagħhom, mingħajr ma jitolbu kunsens. Għandek id-dritt li toġġezzjona għal dan fil-preferenzi tal-privatezza.",
      scopeServiceSpecific: "L-għażliet tiegħek japplikaw għal dan is-sit web biss.",
      scopeGroup: "L-għażliet tiegħek japplikaw għas-siti web kollha tal-grupp tagħna.",
    },
    preferenceCenter: {
      title: "Preferenzi tal-privatezza",
      description:
        "Hawnhekk tista’ tiddeċiedi, għal kull skop u għal kull sieħeb, jekk tagħtix il-kunsens tiegħek għall-ipproċessar tad-data tiegħek. Tista’ wkoll toġġezzjona għall-ipproċessar li huwa bbażat fuq interess leġittimu.",
      tabs: { purposes: "Skopijiet", vendors: "Sħab" },
      purposeItem: {
        partners: "Sħab",
        vendorsUseLegitimateInterest: "Sħab li jibbażaw ruħhom fuq interess leġittimu",
        examples: "Eżempji",
        partnersUsingPurpose: "Sħab li jużaw data għal dan l-iskop",
        withYourPermission: "Bil-kunsens tiegħek",
        legitimateInterest: "Interess leġittimu",
        objectButton: "Oġġezzjona",
        objected: "Oġġezzjonajt",
        rightToObject:
          "Għandek id-dritt li toġġezzjona għall-ipproċessar tad-data tiegħek abbażi ta’ interess leġittimu.",
      },
      specialPurposes: {
        title: "Skopijiet speċjali",
        tooltip:
          "Is-sħab jipproċessaw data għal dawn l-iskopijiet abbażi ta’ interess leġittimu, pereżempju biex jiżguraw is-sigurtà jew biex iwasslu u jippreżentaw ir-reklamar u l-kontenut. Hawnhekk ma tingħata l-ebda għażla dwarhom.",
      },
      features: {
        title: "Karatteristiċi",
        description:
          "Il-karatteristiċi huma l-modi li bihom is-sħab jipproċessaw data għall-iskopijiet li jsegwu. M’hemm l-ebda għażla separata għalihom.",
      },
      vendorList: {
        search: "Fittex fost is-sħab",
        showingCount: "Sħab murija: {filtered} minn {total}",
        iabVendorsHeading: "Sħab fl-IAB TCF",
        iabVendorsNotice:
          "Dawn is-sħab jipparteċipaw fit-Transparency & Consent Framework (TCF) ta’ IAB Europe u impenjaw ruħhom li jikkonformaw mar-regoli tiegħu.",
        customVendorsHeading: "Sħab oħrajn",
        customVendorsNotice:
          "Dawn is-sħab ma jipparteċipawx fl-IAB TCF. Tista’ tiddeċiedi dwarhom hawnhekk bl-istess mod.",
        purposes: "Skopijiet",
        specialPurposes: "Skopijiet speċjali",
        specialFeatures: "Karatteristiċi speċjali",
        features: "Karatteristiċi",
        dataCategories: "Kategoriji ta’ data",
        usesCookies: "Juża cookies",
        nonCookieAccess: "Juża metodi ta’ ħżin jew ta’ aċċess għajr il-cookies",
        maxAge: "Durata massima tal-cookies f’jiem: {days}",
        retention: "Perjodu taż-żamma tad-data f’jiem: {days}",
        legitimateInterest: "Interess leġittimu",
        privacyPolicy: "Politika tal-privatezza",
        storageDisclosure: "Dettalji dwar il-ħżin fuq l-apparat",
        requiredNotice: "Dejjem attiv; hawnhekk ma tingħata l-ebda għażla.",
      },
      footer: {
        consentStorage:
          "L-għażliet tiegħek jinħażnu fil-browser tiegħek bl-isem “euconsent-v2” għal mhux aktar minn 13-il xahar.",
      },
    },
    common: {
      acceptAll: "Aċċetta kollox",
      rejectAll: "Irrifjuta kollox",
      customize: "Immaniġġja l-għażliet",
      saveSettings: "Issejvja l-għażliet",
      loading: "Qed jitgħabba…",
      showingSelectedVendor: "Qed jintwera biss is-sieħeb magħżul.",
      clearSelection: "Uri s-sħab kollha",
      customPartner: "Mhux fl-IAB TCF",
    },
  },
}
