import type { CompleteBundle } from "./Bundle.js"

/** Polish, formal address (Państwo). */
export const pl: CompleteBundle = {
  common: {
    acceptAll: "Akceptuj wszystko",
    rejectAll: "Odrzuć wszystko",
    customize: "Dostosuj wybór",
    save: "Zapisz wybór",
    close: "Zamknij",
    securedBy: "Obsługiwane przez",
    dismiss: "Ukryj",
    acknowledge: "Rozumiem",
    unavailable:
      "W tej chwili nie można wczytać wszystkiego. Zgody można odmówić lub ją wycofać teraz, a udzielić jej później.",
    alwaysActive: "Zawsze aktywne",
    language: "Język",
  },
  cookieBanner: {
    title: "Pliki cookie i Państwa prywatność",
    description:
      "Używamy plików cookie, aby ta witryna działała, a za Państwa zgodą także do dodatkowych funkcji, personalizacji, statystyki i marketingu. Mogą Państwo zmienić decyzję w każdej chwili.",
    noticeTitle: "Jak używamy plików cookie",
    noticeDescription:
      "Używamy plików cookie, aby ta witryna działała, oraz w celach opcjonalnych, takich jak statystyka i marketing. Mogą Państwo z nich zrezygnować w każdej chwili w ustawieniach prywatności.",
  },
  consentManagerDialog: {
    title: "Ustawienia prywatności",
    description:
      "Proszę wybrać, na które cele opcjonalne Państwo zezwalają. Bezwzględnie niezbędne pliki cookie są zawsze aktywne, ponieważ bez nich ta witryna nie działa. Swój wybór mogą Państwo zmienić w każdej chwili.",
    vendors: {
      title: "Dostawcy ({count})",
      switchLabel: "Zezwól dostawcy {vendor}",
      disabledByCategory: "Dostępne tylko wtedy, gdy ta kategoria jest dozwolona.",
      privacyPolicy: "Polityka prywatności",
    },
    cookies: { title: "Pliki cookie ({count})", name: "Nazwa", purpose: "Cel", duration: "Okres ważności" },
  },
  consentTypes: {
    necessary: {
      title: "Bezwzględnie niezbędne",
      description:
        "Te technologie zapewniają podstawowe funkcje tej witryny, takie jak bezpieczeństwo, nawigacja i zapamiętywanie Państwa wyboru dotyczącego prywatności. Nie można ich wyłączyć.",
    },
    functionality: {
      title: "Funkcjonalność",
      description:
        "Te technologie zapewniają dodatkowe funkcje, takie jak zapamiętane ustawienia, czat lub osadzone filmy.",
    },
    experience: {
      title: "Personalizacja",
      description:
        "Te technologie dostosowują treść i układ tej witryny do Państwa zainteresowań i sposobu, w jaki Państwo z niej korzystają.",
    },
    measurement: {
      title: "Statystyka",
      description:
        "Te technologie pokazują nam, w jaki sposób używana jest ta witryna, na przykład które strony są odwiedzane i gdzie występują błędy, abyśmy mogli ją ulepszać.",
    },
    marketing: {
      title: "Marketing",
      description:
        "Te technologie służą do wyboru reklam, do pomiaru ich skuteczności i do tworzenia profilu Państwa zainteresowań, także w obrębie różnych witryn.",
    },
  },
  consentGate: {
    title: "Ta treść wymaga Państwa zezwolenia na kategorię „{category}”",
    actionButton: "Zezwól na kategorię „{category}”",
    policyBlocked:
      "Zgodnie z zasadami prywatności, które mają zastosowanie do Państwa wizyty, ta treść nie jest dostępna.",
    loading: "Ładowanie treści…",
    error: "Nie udało się załadować tej treści.",
    provider: "Dostawca: {vendor}",
    once: "Wczytaj tym razem",
    always: "Zawsze zezwalaj",
  },
  legalLinks: {
    privacyPolicy: "Polityka prywatności",
    cookiePolicy: "Polityka plików cookie",
    termsOfService: "Regulamin",
  },
  rights: {
    optOut: "Nie sprzedawaj ani nie udostępniaj moich danych osobowych",
    preferences: "Ustawienia prywatności",
  },
  iab: {
    banner: {
      title: "Jak wykorzystywane są Państwa dane",
      description:
        "My i {partnerCount} prosimy o Państwa zgodę na przechowywanie informacji na Państwa urządzeniu, uzyskiwanie do nich dostępu oraz przetwarzanie danych osobowych, takich jak unikalne identyfikatory i dane dotyczące przeglądania, w celach tu wymienionych. O każdym celu decydują Państwo oddzielnie, a w ustawieniach prywatności mogą Państwo w każdej chwili wycofać zgodę lub zmienić swój wybór.",
      partnersLink: "nasi partnerzy\u00a0({count})",
      andMore: "i jeszcze {count}",
      legitimateInterestNotice:
        "Niektórzy partnerzy przetwarzają dane na podstawie swojego prawnie uzasadnionego interesu, nie prosząc o zgodę. Mają Państwo prawo wnieść wobec tego sprzeciw w ustawieniach prywatności.",
      scopeServiceSpecific: "Państwa wybór dotyczy tylko tej witryny.",
      scopeGroup: "Państwa wybór dotyczy wszystkich witryn naszej grupy.",
    },
    preferenceCenter: {
      title: "Ustawienia prywatności",
      description:
        "Tutaj mogą Państwo w odniesieniu do każdego celu i każdego partnera zdecydować, czy wyrażają Państwo zgodę na przetwarzanie swoich danych. Mogą Państwo również wnieść sprzeciw wobec przetwarzania opartego na prawnie uzasadnionym interesie.",
      tabs: { purposes: "Cele", vendors: "Partnerzy" },
      purposeItem: {
        partners: "Partnerzy",
        vendorsUseLegitimateInterest: "Partnerzy powołujący się na prawnie uzasadniony interes",
        examples: "Przykłady",
        partnersUsingPurpose: "Partnerzy wykorzystujący dane w tym celu",
        withYourPermission: "Za Państwa zgodą",
        legitimateInterest: "Prawnie uzasadniony interes",
        objectButton: "Wnieś sprzeciw",
        objected: "Sprzeciw wniesiony",
        rightToObject:
          "Mają Państwo prawo wnieść sprzeciw wobec przetwarzania swoich danych na podstawie prawnie uzasadnionego interesu.",
      },
      specialPurposes: {
        title: "Cele specjalne",
        tooltip:
          "W tych celach partnerzy przetwarzają dane na podstawie prawnie uzasadnionego interesu, na przykład aby zapewnić bezpieczeństwo albo dostarczać i prezentować reklamy i treści. W ich przypadku nie ma tutaj możliwości wyboru.",
      },
      features: {
        title: "Funkcje",
        description:
          "Funkcje to sposoby, w jakie partnerzy przetwarzają dane w celach, które realizują. W ich przypadku nie ma oddzielnej możliwości wyboru.",
      },
      vendorList: {
        search: "Szukaj partnerów",
        showingCount: "Wyświetlani partnerzy: {filtered} z ogólnej liczby {total}",
        iabVendorsHeading: "Partnerzy w IAB TCF",
        iabVendorsNotice:
          "Ci partnerzy uczestniczą w Transparency & Consent Framework (TCF) organizacji IAB Europe i zobowiązali się do przestrzegania jego zasad.",
        customVendorsHeading: "Pozostali partnerzy",
        customVendorsNotice:
          "Ci partnerzy nie uczestniczą w IAB TCF. Mogą Państwo decydować o nich tutaj w taki sam sposób.",
        purposes: "Cele",
        specialPurposes: "Cele specjalne",
        specialFeatures: "Funkcje specjalne",
        features: "Funkcje",
        dataCategories: "Kategorie danych",
        usesCookies: "Używa plików cookie",
        nonCookieAccess: "Używa innych metod przechowywania lub dostępu niż pliki cookie",
        maxAge: "Maksymalny okres ważności plików cookie w dniach: {days}",
        retention: "Okres przechowywania danych w dniach: {days}",
        legitimateInterest: "Prawnie uzasadniony interes",
        privacyPolicy: "Polityka prywatności",
        storageDisclosure: "Szczegóły dotyczące przechowywania na urządzeniu",
        requiredNotice: "Zawsze aktywne; nie ma tutaj możliwości wyboru.",
      },
      footer: {
        consentStorage:
          "Państwa wybór jest przechowywany w Państwa przeglądarce pod nazwą „euconsent-v2” nie dłużej niż 13 miesięcy.",
      },
    },
    common: {
      acceptAll: "Akceptuj wszystko",
      rejectAll: "Odrzuć wszystko",
      customize: "Dostosuj wybór",
      saveSettings: "Zapisz wybór",
      loading: "Ładowanie…",
      showingSelectedVendor: "Wyświetlany jest tylko wybrany partner.",
      clearSelection: "Pokaż wszystkich partnerów",
      customPartner: "Nie uczestniczy w IAB TCF",
    },
  },
}
