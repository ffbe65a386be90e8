import type { CompleteBundle } from "./Bundle.js"

/** Arabic, Modern Standard. */
export const ar: CompleteBundle = {
  common: {
    acceptAll: "قبول الكل",
    rejectAll: "رفض الكل",
    customize: "إدارة الخيارات",
    save: "حفظ الخيارات",
    close: "إغلاق",
    securedBy: "مدعوم من",
    dismiss: "إخفاء",
    acknowledge: "مفهوم",
    unavailable: "لا يمكن تحميل كل شيء الآن. يمكنك رفض الموافقة أو سحبها الآن ومنحها لاحقًا.",
    alwaysActive: "مفعّل دائمًا",
    language: "اللغة",
  },
  cookieBanner: {
    title: "ملفات تعريف الارتباط وخصوصيتك",
    description:
      "نستخدم ملفات تعريف الارتباط لكي يعمل هذا الموقع، وبموافقتك أيضًا من أجل وظائف إضافية والتخصيص والقياس والتسويق. يمكنك تغيير قرارك في أي وقت.",
    noticeTitle: "كيف نستخدم ملفات تعريف الارتباط",
    noticeDescription:
      "نستخدم ملفات تعريف الارتباط لكي يعمل هذا الموقع ولأغراض اختيارية مثل القياس والتسويق. يمكنك رفض هذه الأغراض في أي وقت من تفضيلات الخصوصية.",
  },
  consentManagerDialog: {
    title: "تفضيلات الخصوصية",
    description:
      "اختر الأغراض الاختيارية التي تسمح بها. ملفات تعريف الارتباط الضرورية مفعّلة دائمًا لأن هذا الموقع لا يعمل بدونها. يمكنك تغيير خياراتك في أي وقت.",
    vendors: {
      title: "مقدّمو الخدمات ({count})",
      switchLabel: "السماح لـ {vendor}",
      disabledByCategory: "متاح فقط ما دامت هذه الفئة مسموحًا بها.",
      privacyPolicy: "سياسة الخصوصية",
    },
    cookies: { title: "ملفات تعريف الارتباط ({count})", name: "الاسم", purpose: "الغرض", duration: "مدة الصلاحية" },
  },
  consentTypes: {
    necessary: {
      title: "الضرورية",
      description: "توفّر الوظائف الأساسية لهذا الموقع، مثل الأمان والتنقل وتذكّر خيارات الخصوصية. لا يمكن إيقافها.",
    },
    functionality: {
      title: "الوظائف",
      description: "توفّر وظائف إضافية، مثل الإعدادات المحفوظة أو الدردشة أو مقاطع الفيديو المضمّنة.",
    },
    experience: {
      title: "التخصيص",
      description: "تكيّف محتوى هذا الموقع وتصميمه مع اهتماماتك ومع طريقة استخدامك له.",
    },
    measurement: {
      title: "القياس",
      description:
        "تُظهر لنا كيفية استخدام هذا الموقع، مثل الصفحات التي تتم زيارتها وأماكن حدوث الأخطاء، لكي نتمكن من تحسينه.",
    },
    marketing: {
      title: "التسويق",
      description: "تُستخدم لاختيار الإعلانات وقياس أثرها وإنشاء ملف عن اهتماماتك، بما في ذلك عبر مواقع مختلفة.",
    },
  },
  consentGate: {
    title: "يتطلب هذا المحتوى إذنك لفئة «{category}»",
    actionButton: "السماح بفئة «{category}»",
    policyBlocked: "هذا المحتوى غير متاح بموجب قواعد الخصوصية المطبّقة على زيارتك.",
    loading: "جارٍ تحميل المحتوى…",
    error: "تعذّر تحميل هذا المحتوى.",
    provider: "مقدّم الخدمة: {vendor}",
    once: "التحميل هذه المرة",
    always: "السماح دائمًا",
  },
  legalLinks: {
    privacyPolicy: "سياسة الخصوصية",
    cookiePolicy: "سياسة ملفات تعريف الارتباط",
    termsOfService: "شروط الخدمة",
  },
  rights: {
    optOut: "عدم بيع معلوماتي الشخصية أو مشاركتها",
    preferences: "تفضيلات الخصوصية",
  },
  iab: {
    banner: {
      title: "كيف تُستخدم بياناتك",
      description:
        "نطلب نحن و{partnerCount} موافقتك على تخزين معلومات على جهازك والوصول إليها فيه، وعلى معالجة بيانات شخصية مثل المعرّفات الفريدة وبيانات التصفح للأغراض المذكورة هنا. أنت تقرر لكل غرض على حدة، ويمكنك سحب موافقتك أو تغيير خياراتك في أي وقت من تفضيلات الخصوصية.",
      partnersLink: "شركاؤنا\u00a0({count})",
      andMore: "و{count} غيرها",
      legitimateInterestNotice:
        "يعالج بعض الشركاء البيانات استنادًا إلى مصلحتهم المشروعة دون طلب الموافقة. يحق لك الاعتراض على ذلك من تفضيلات الخصوصية.",
      scopeServiceSpecific: "تسري خياراتك على هذا الموقع فقط.",
      scopeGroup: "تسري خياراتك على جميع مواقع مجموعتنا.",
    },
    preferenceCenter: {
      title: "تفضيلات الخصوصية",
      description:
        "يمكنك هنا أن تقرر لكل غرض ولكل شريك ما إذا كنت توافق على معالجة بياناتك. كما يمكنك الاعتراض على المعالجة المستندة إلى المصلحة المشروعة.",
      tabs: { purposes: "الأغراض", vendors: "الشركاء" },
      purposeItem: {
        partners: "الشركاء",
        vendorsUseLegitimateInterest: "الشركاء المستندون إلى المصلحة المشروعة",
        examples: "أمثلة",
        partnersUsingPurpose: "الشركاء الذين يستخدمون البيانات لهذا الغرض",
        withYourPermission: "بموافقتك",
        legitimateInterest: "المصلحة المشروعة",
        objectButton: "اعتراض",
        objected: "تم الاعتراض",
        rightToObject: "يحق لك الاعتراض على معالجة بياناتك استنادًا إلى المصلحة المشروعة.",
      },
      specialPurposes: {
        title: "الأغراض الخاصة",
        tooltip:
          "يعالج الشركاء البيانات لهذه الأغراض استنادًا إلى المصلحة المشروعة، مثلًا لضمان الأمان أو لتقديم الإعلانات والمحتوى وعرضهما. لا يُتاح هنا أي خيار بشأنها.",
      },
      features: {
        title: "الخصائص",
        description: "الخصائص هي الطرق التي يعالج بها الشركاء البيانات لأغراضهم. لا يوجد خيار منفصل لها.",
      },
      vendorList: {
        search: "البحث عن شركاء",
        showingCount: "الشركاء المعروضون: {filtered} من {total}",
        iabVendorsHeading: "الشركاء في IAB TCF",
        iabVendorsNotice:
          "يشارك هؤلاء الشركاء في إطار الشفافية والموافقة (TCF) التابع لـ IAB Europe وقد التزموا بقواعده.",
        customVendorsHeading: "شركاء آخرون",
        customVendorsNotice: "لا يشارك هؤلاء الشركاء في IAB TCF. يمكنك أن تقرر بشأنهم هنا بالطريقة نفسها.",
        purposes: "الأغراض",
        specialPurposes: "الأغراض الخاصة",
        specialFeatures: "الخصائص الخاصة",
        features: "الخصائص",
        dataCategories: "فئات البيانات",
        usesCookies: "يستخدم ملفات تعريف الارتباط",
        nonCookieAccess: "يستخدم طرق تخزين أو وصول غير ملفات تعريف الارتباط",
        maxAge: "الحد الأقصى لمدة ملفات تعريف الارتباط بالأيام: {days}",
        retention: "مدة الاحتفاظ بالبيانات بالأيام: {days}",
        legitimateInterest: "المصلحة المشروعة",
        privacyPolicy: "سياسة الخصوصية",
        storageDisclosure: "تفاصيل التخزين على الجهاز",
        requiredNotice: "مفعّلة دائمًا؛ لا يُتاح هنا أي خيار.",
      },
      footer: {
        consentStorage: "تُحفظ خياراتك في متصفحك باسم «euconsent-v2» لمدة لا تتجاوز 13 شهرًا.",
      },
    },
    common: {
      acceptAll: "قبول الكل",
      rejectAll: "رفض الكل",
      customize: "إدارة الخيارات",
      saveSettings: "حفظ الخيارات",
      loading: "جارٍ التحميل…",
      showingSelectedVendor: "يُعرض الشريك المحدد فقط.",
      clearSelection: "عرض جميع الشركاء",
      customPartner: "ليس في IAB TCF",
    },
  },
}
