import type { CompleteBundle } from "./Bundle.js"

/** Spanish, formal address, worded for both Spain and Latin America. */
export const es: CompleteBundle = {
  common: {
    acceptAll: "Aceptar todo",
    rejectAll: "Rechazar todo",
    customize: "Configurar opciones",
    save: "Guardar selección",
    close: "Cerrar",
    securedBy: "Con la tecnología de",
    dismiss: "Ocultar",
    acknowledge: "Entendido",
    unavailable:
      "En este momento no se puede cargar todo. Puede rechazar o retirar su consentimiento ahora y darlo más tarde.",
    alwaysActive: "Siempre activo",
    language: "Idioma",
  },
  cookieBanner: {
    title: "Las cookies y su privacidad",
    description:
      "Utilizamos cookies para que este sitio funcione y, si está de acuerdo, para funciones adicionales, personalización, medición y marketing. Puede cambiar de opinión en cualquier momento.",
    noticeTitle: "Cómo utilizamos las cookies",
    noticeDescription:
      "Utilizamos cookies para que este sitio funcione y para finalidades opcionales como la medición y el marketing. Puede oponerse a estas en cualquier momento en sus preferencias de privacidad.",
  },
  consentManagerDialog: {
    title: "Preferencias de privacidad",
    description:
      "Elija qué finalidades opcionales desea permitir. Las cookies estrictamente necesarias están siempre activas porque este sitio no funciona sin ellas. Puede cambiar su selección en cualquier momento.",
    vendors: {
      title: "Proveedores ({count})",
      switchLabel: "Permitir {vendor}",
      disabledByCategory: "Disponible solo mientras esta categoría esté permitida.",
      privacyPolicy: "Política de privacidad",
    },
    cookies: { title: "Cookies ({count})", name: "Nombre", purpose: "Finalidad", duration: "Duración" },
  },
  consentTypes: {
    necessary: {
      title: "Estrictamente necesarias",
      description:
        "Permiten las funciones básicas de este sitio, como la seguridad, la navegación y el almacenamiento de sus opciones de privacidad. No se pueden desactivar.",
    },
    functionality: {
      title: "Funcionalidad",
      description: "Permiten funciones adicionales, como recordar sus ajustes, el chat o los vídeos integrados.",
    },
    experience: {
      title: "Personalización",
      description:
        "Adaptan el contenido y la presentación de este sitio a sus intereses y a la forma en que usted lo utiliza.",
    },
    measurement: {
      title: "Medición",
      description:
        "Nos muestran cómo se utiliza este sitio, por ejemplo, qué páginas se visitan y dónde se producen errores, para que podamos mejorarlo.",
    },
    marketing: {
      title: "Marketing",
      description:
        "Sirven para seleccionar publicidad, medir su eficacia y elaborar un perfil de sus intereses, también a través de distintos sitios web.",
    },
  },
  consentGate: {
    title: "Este contenido requiere su permiso para «{category}»",
    actionButton: "Permitir «{category}»",
    policyBlocked: "Este contenido no está disponible según las normas de privacidad aplicables a su visita.",
    loading: "Cargando el contenido…",
    error: "No se ha podido cargar este contenido.",
    provider: "Proveedor: {vendor}",
    once: "Cargar esta vez",
    always: "Permitir siempre",
  },
  legalLinks: {
    privacyPolicy: "Política de privacidad",
    cookiePolicy: "Política de cookies",
    termsOfService: "Condiciones del servicio",
  },
  rights: {
    optOut: "No vender ni compartir mi información personal",
    preferences: "Preferencias de privacidad",
  },
  iab: {
    banner: {
      title: "Cómo se utilizan sus datos",
      description:
        "Nosotros y {partnerCount} solicitamos su consentimiento para almacenar información en su dispositivo, acceder a ella y tratar datos personales, como identificadores únicos y datos de navegación, para las finalidades aquí indicadas. Usted decide finalidad por finalidad y puede retirar su consentimiento o cambiar su selección en las preferencias de privacidad en cualquier momento.",
      partnersLink: "nuestros {count} socios",
      andMore: "y {count} más",
      legitimateInterestNotice:
        "Algunos socios tratan datos sobre la base de un interés legítimo propio, sin solicitar el consentimiento. Usted tiene derecho a oponerse a ello en las preferencias de privacidad.",
      scopeServiceSpecific: "Su selección se aplica únicamente a este sitio web.",
      scopeGroup: "Su selección se aplica a todos los sitios web de nuestro grupo.",
    },
    preferenceCenter: {
      title: "Preferencias de privacidad",
      description:
        "Aquí puede decidir, para cada finalidad y cada socio, si da su consentimiento para el tratamiento de sus datos. También puede oponerse al tratamiento basado en el interés legítimo.",
      tabs: { purposes: "Finalidades", vendors: "Socios" },
      purposeItem: {
        partners: "Socios",
        vendorsUseLegitimateInterest: "Socios que se basan en el interés legítimo",
        examples: "Ejemplos",
        partnersUsingPurpose: "Socios que utilizan datos para esta finalidad",
        withYourPermission: "Con su consentimiento",
        legitimateInterest: "Interés legítimo",
        objectButton: "Oponerse",
        objected: "Oposición manifestada",
        rightToObject: "Usted tiene derecho a oponerse al tratamiento de sus datos basado en el interés legítimo.",
      },
      specialPurposes: {
        title: "Finalidades especiales",
        tooltip:
          "Los socios tratan datos para estas finalidades sobre la base del interés legítimo, por ejemplo, para garantizar la seguridad o para ofrecer y presentar publicidad y contenido. Aquí no se ofrece ninguna opción al respecto.",
      },
      features: {
        title: "Características",
        description:
          "Las características describen el modo en que los socios tratan datos para las finalidades que persiguen. No hay una opción separada para ellas.",
      },
      vendorList: {
        search: "Buscar socios",
        showingCount: "Socios mostrados: {filtered} de {total}",
        iabVendorsHeading: "Socios que participan en el TCF de IAB",
        iabVendorsNotice:
          "Estos socios participan en el Transparency & Consent Framework (TCF) de IAB Europe y se han comprometido a cumplir sus normas.",
        customVendorsHeading: "Otros socios",
        customVendorsNotice:
          "Estos socios no participan en el TCF de IAB. Aquí puede decidir sobre ellos de la misma manera.",
        purposes: "Finalidades",
        specialPurposes: "Finalidades especiales",
        specialFeatures: "Características especiales",
        features: "Características",
        dataCategories: "Categorías de datos",
        usesCookies: "Utiliza cookies",
        nonCookieAccess: "Utiliza métodos de almacenamiento o acceso distintos de las cookies",
        maxAge: "Duración máxima de las cookies en días: {days}",
        retention: "Plazo de conservación de los datos en días: {days}",
        legitimateInterest: "Interés legítimo",
        privacyPolicy: "Política de privacidad",
        storageDisclosure: "Detalles del almacenamiento en el dispositivo",
        requiredNotice: "Siempre activo; aquí no se ofrece ninguna opción.",
      },
      footer: {
        consentStorage:
          "Su selección se guarda en su navegador con el nombre «euconsent-v2» durante un máximo de 13 meses.",
      },
    },
    common: {
      acceptAll: "Aceptar todo",
      rejectAll: "Rechazar todo",
      customize: "Configurar opciones",
      saveSettings: "Guardar selección",
      loading: "Cargando…",
      showingSelectedVendor: "Solo se muestra el socio seleccionado.",
      clearSelection: "Mostrar todos los socios",
      customPartner: "Fuera del TCF de IAB",
    },
  },
}
