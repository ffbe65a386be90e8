import type { CompleteBundle } from "./Bundle.js"

/** Hebrew, right to left, formal address in gender-neutral forms (infinitives, verbal nouns, plural). */
export const he: CompleteBundle = {
  common: {
    acceptAll: "אישור הכול",
    rejectAll: "דחיית הכול",
    customize: "ניהול הבחירות",
    save: "שמירת הבחירות",
    close: "סגירה",
    securedBy: "מופעל באמצעות",
    dismiss: "הסתרה",
    acknowledge: "הבנתי",
    unavailable: "לא ניתן לטעון את הכול כרגע. אפשר לסרב לתת הסכמה או לבטל אותה עכשיו, ולתת אותה מאוחר יותר.",
    alwaysActive: "פעיל תמיד",
    language: "שפה",
  },
  cookieBanner: {
    title: "עוגיות והפרטיות שלכם",
    description:
      "אנו משתמשים בעוגיות כדי שאתר זה יפעל, ובהסכמתכם גם לפונקציות נוספות, להתאמה אישית, למדידה ולשיווק. תוכלו לשנות את החלטתכם בכל עת.",
    noticeTitle: "כיצד אנו משתמשים בעוגיות",
    noticeDescription:
      "אנו משתמשים בעוגיות כדי שאתר זה יפעל ולמטרות אופציונליות כגון מדידה ושיווק. תוכלו לסרב לכך בכל עת בהעדפות הפרטיות שלכם.",
  },
  consentManagerDialog: {
    title: "העדפות פרטיות",
    description:
      "כאן אפשר לבחור אילו מטרות אופציונליות לאשר. עוגיות הכרחיות לחלוטין פעילות תמיד, משום שאתר זה אינו פועל בלעדיהן. תוכלו לשנות את בחירותיכם בכל עת.",
    vendors: {
      title: "ספקים ({count})",
      switchLabel: "לאשר את {vendor}",
      disabledByCategory: "זמין רק כל עוד קטגוריה זו מאושרת.",
      privacyPolicy: "מדיניות פרטיות",
    },
    cookies: { title: "עוגיות ({count})", name: "שם", purpose: "מטרה", duration: "משך" },
  },
  consentTypes: {
    necessary: {
      title: "הכרחיות לחלוטין",
      description:
        "מספקות את הפונקציות הבסיסיות של אתר זה, כגון אבטחה, ניווט ושמירת בחירות הפרטיות שלכם. לא ניתן להשבית אותן.",
    },
    functionality: {
      title: "פונקציונליות",
      description: "מספקות פונקציות נוספות, כגון הגדרות שנשמרו, צ׳אט או סרטונים מוטמעים.",
    },
    experience: {
      title: "התאמה אישית",
      description: "מתאימות את התוכן ואת הפריסה של אתר זה לתחומי העניין שלכם ולאופן שבו אתם משתמשים בו.",
    },
    measurement: {
      title: "מדידה",
      description:
        "מראות לנו כיצד נעשה שימוש באתר זה, למשל באילו דפים מבקרים והיכן מתרחשות שגיאות, כדי שנוכל לשפר אותו.",
    },
    marketing: {
      title: "שיווק",
      description:
        "משמשות לבחירת פרסומות, למדידת השפעתן ולבניית פרופיל של תחומי העניין שלכם, לרבות על פני אתרים שונים.",
    },
  },
  consentGate: {
    title: "לתוכן זה נדרש האישור שלכם עבור ”{category}”",
    actionButton: "לאשר את ”{category}”",
    policyBlocked: "תוכן זה אינו זמין לפי כללי הפרטיות החלים על הביקור שלכם.",
    loading: "התוכן בטעינה…",
    error: "לא ניתן היה לטעון תוכן זה.",
    provider: "ספק: {vendor}",
    once: "לטעון הפעם",
    always: "לאשר תמיד",
  },
  legalLinks: {
    privacyPolicy: "מדיניות פרטיות",
    cookiePolicy: "מדיניות עוגיות",
    termsOfService: "תנאי שירות",
  },
  rights: {
    optOut: "לא למכור ולא לשתף את המידע האישי שלי",
    preferences: "העדפות פרטיות",
  },
  iab: {
    banner: {
      title: "כיצד נעשה שימוש במידע שלכם",
      description:
        "אנו ו{partnerCount} מבקשים את הסכמתכם לשמירת מידע במכשיר שלכם, לגישה למידע השמור בו ולעיבוד מידע אישי, כגון מזהים ייחודיים ונתוני גלישה, למטרות המצוינות כאן. ההחלטה היא שלכם לגבי כל מטרה בנפרד, ותוכלו לחזור בכם מהסכמתכם או לשנות את בחירותיכם בהעדפות הפרטיות בכל עת.",
      partnersLink: "השותפים שלנו\u00a0({count})",
      andMore: "ועוד {count}",
      legitimateInterestNotice:
        "חלק מהשותפים מעבדים מידע על בסיס האינטרס הלגיטימי שלהם, בלי לבקש הסכמה. יש לכם זכות להתנגד לכך בהעדפות הפרטיות.",
      scopeServiceSpecific: "בחירותיכם חלות על אתר זה בלבד.",
      scopeGroup: "בחירותיכם חלות על כל האתרים של הקבוצה שלנו.",
    },
    preferenceCenter: {
      title: "העדפות פרטיות",
      description:
        "כאן תוכלו להחליט לגבי כל מטרה וכל שותף אם אתם מסכימים לעיבוד המידע שלכם. תוכלו גם להתנגד לעיבוד המבוסס על אינטרס לגיטימי.",
      tabs: { purposes: "מטרות", vendors: "שותפים" },
      purposeItem: {
        partners: "שותפים",
        vendorsUseLegitimateInterest: "שותפים המסתמכים על אינטרס לגיטימי",
        examples: "דוגמאות",
        partnersUsingPurpose: "שותפים המשתמשים במידע למטרה זו",
        withYourPermission: "בהסכמתכם",
        legitimateInterest: "אינטרס לגיטימי",
        objectButton: "הגשת התנגדות",
        objected: "ההתנגדות הוגשה",
        rightToObject: "יש לכם זכות להתנגד לעיבוד המידע שלכם על בסיס אינטרס לגיטימי.",
      },
      specialPurposes: {
        title: "מטרות מיוחדות",
        tooltip:
          "שותפים מעבדים מידע למטרות אלה על בסיס אינטרס לגיטימי, למשל כדי לשמור על אבטחה או כדי להעביר ולהציג פרסומות ותוכן. לגבי מטרות אלה לא מוצעת כאן בחירה.",
      },
      features: {
        title: "מאפיינים",
        description:
          "מאפיינים הם הדרכים שבהן שותפים מעבדים מידע לצורך המטרות שהם מבקשים להשיג. אין לגביהם בחירה נפרדת.",
      },
      vendorList: {
        search: "חיפוש שותפים",
        showingCount: "שותפים מוצגים: {filtered} מתוך {total}",
        iabVendorsHeading: "שותפים ב־IAB TCF",
        iabVendorsNotice:
          "שותפים אלה משתתפים ב־Transparency & Consent Framework (TCF) של IAB Europe והתחייבו לפעול לפי כלליו.",
        customVendorsHeading: "שותפים אחרים",
        customVendorsNotice: "שותפים אלה אינם משתתפים ב־IAB TCF. תוכלו להחליט לגביהם כאן באותו אופן.",
        purposes: "מטרות",
        specialPurposes: "מטרות מיוחדות",
        specialFeatures: "מאפיינים מיוחדים",
        features: "מאפיינים",
        dataCategories: "קטגוריות של מידע",
        usesCookies: "שימוש בעוגיות",
        nonCookieAccess: "שימוש בשיטות אחסון או גישה שאינן עוגיות",
        maxAge: "משך החיים המרבי של עוגיות בימים: {days}",
        retention: "תקופת שמירת המידע בימים: {days}",
        legitimateInterest: "אינטרס לגיטימי",
        privacyPolicy: "מדיניות פרטיות",
        storageDisclosure: "פרטים על האחסון במכשיר",
        requiredNotice: "פעיל תמיד; לא מוצעת כאן בחירה.",
      },
      footer: {
        consentStorage: "בחירותיכם נשמרות בדפדפן שלכם בשם ”euconsent-v2” למשך 13 חודשים לכל היותר.",
      },
    },
    common: {
      acceptAll: "אישור הכול",
      rejectAll: "דחיית הכול",
      customize: "ניהול הבחירות",
      saveSettings: "שמירת הבחירות",
      loading: "בטעינה…",
      showingSelectedVendor: "מוצג רק השותף שנבחר.",
      clearSelection: "הצגת כל השותפים",
      customPartner: "מחוץ ל־IAB TCF",
    },
  },
}
