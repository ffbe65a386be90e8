import type { CompleteBundle } from "./Bundle.js"

/**
 * Portuguese. One text serves Portugal and Brazil, so words on which the two differ (guardar and salvar, partilhar
 * and compartilhar, the continuous form) are avoided.
 */
export const pt: CompleteBundle = {
  common: {
    acceptAll: "Aceitar tudo",
    rejectAll: "Rejeitar tudo",
    customize: "Definir preferências",
    save: "Confirmar escolhas",
    close: "Fechar",
    securedBy: "Com tecnologia de",
    dismiss: "Ocultar",
    acknowledge: "Entendido",
    unavailable:
      "De momento, não é possível carregar tudo. Pode recusar ou retirar o seu consentimento agora e dá-lo mais tarde.",
    alwaysActive: "Sempre ativo",
    language: "Idioma",
  },
  cookieBanner: {
    title: "Os cookies e a sua privacidade",
    description:
      "Utilizamos cookies para que este site funcione e, se concordar, para funções adicionais, personalização, medição e marketing. Pode alterar a sua decisão a qualquer momento.",
    noticeTitle: "Como utilizamos os cookies",
    noticeDescription:
      "Utilizamos cookies para que este site funcione e para finalidades opcionais, como a medição e o marketing. Pode opor-se a estas a qualquer momento nas preferências de privacidade.",
  },
  consentManagerDialog: {
    title: "Preferências de privacidade",
    description:
      "Escolha as finalidades opcionais que deseja permitir. Os cookies estritamente necessários estão sempre ativos, porque este site não funciona sem eles. Pode alterar as suas escolhas a qualquer momento.",
    vendors: {
      title: "Fornecedores ({count})",
      switchLabel: "Permitir {vendor}",
      disabledByCategory: "Disponível apenas enquanto esta categoria for permitida.",
      privacyPolicy: "Política de privacidade",
    },
    cookies: { title: "Cookies ({count})", name: "Nome", purpose: "Finalidade", duration: "Duração" },
  },
  consentTypes: {
    necessary: {
      title: "Estritamente necessários",
      description:
        "Asseguram as funções básicas deste site, como a segurança, a navegação e a memorização das suas escolhas de privacidade. Não podem ser desativados.",
    },
    functionality: {
      title: "Funcionalidade",
      description:
        "Permitem funções adicionais, como a memorização das suas preferências, o chat ou os vídeos incorporados.",
    },
    experience: {
      title: "Personalização",
      description: "Adaptam o conteúdo e a apresentação deste site aos seus interesses e à forma como o utiliza.",
    },
    measurement: {
      title: "Medição",
      description:
        "Mostram-nos como este site é utilizado, por exemplo, que páginas são visitadas e onde ocorrem erros, para que possamos melhorá-lo.",
    },
    marketing: {
      title: "Marketing",
      description:
        "Servem para selecionar publicidade, medir a sua eficácia e criar um perfil dos seus interesses, inclusive em diferentes sites.",
    },
  },
  consentGate: {
    title: "Este conteúdo requer a sua permissão para “{category}”",
    actionButton: "Permitir “{category}”",
    policyBlocked: "Este conteúdo não está disponível segundo as regras de privacidade aplicáveis à sua visita.",
    loading: "Aguarde o carregamento do conteúdo…",
    error: "Não foi possível carregar este conteúdo.",
    provider: "Fornecedor: {vendor}",
    once: "Carregar desta vez",
    always: "Permitir sempre",
  },
  legalLinks: {
    privacyPolicy: "Política de privacidade",
    cookiePolicy: "Política de cookies",
    termsOfService: "Termos de serviço",
  },
  rights: {
    optOut: "Não vender nem transmitir os meus dados pessoais",
    preferences: "Preferências de privacidade",
  },
  iab: {
    banner: {
      title: "Como são utilizados os seus dados",
      description:
        "Nós e {partnerCount} pedimos o seu consentimento para armazenar informações no seu dispositivo, consultar essas informações e tratar dados pessoais, como identificadores únicos e dados de navegação, para as finalidades aqui indicadas. A decisão é sua para cada finalidade, e pode retirar o consentimento ou alterar as suas escolhas nas preferências de privacidade a qualquer momento.",
      partnersLink: "os nossos {count} parceiros",
      andMore: "e mais {count}",
      legitimateInterestNotice:
        "Alguns parceiros tratam dados com base em interesse legítimo próprio, sem pedir consentimento. Tem o direito de se opor a esse tratamento nas preferências de privacidade.",
      scopeServiceSpecific: "As suas escolhas aplicam-se apenas a este site.",
      scopeGroup: "As suas escolhas aplicam-se a todos os sites do nosso grupo.",
    },
    preferenceCenter: {
      title: "Preferências de privacidade",
      description:
        "Aqui pode decidir, para cada finalidade e cada parceiro, se consente no tratamento dos seus dados. Também pode opor-se ao tratamento baseado no interesse legítimo.",
      tabs: { purposes: "Finalidades", vendors: "Parceiros" },
      purposeItem: {
        partners: "Parceiros",
        vendorsUseLegitimateInterest: "Parceiros que se baseiam no interesse legítimo",
        examples: "Exemplos",
        partnersUsingPurpose: "Parceiros que utilizam dados para esta finalidade",
        withYourPermission: "Com o seu consentimento",
        legitimateInterest: "Interesse legítimo",
        objectButton: "Opor-se",
        objected: "Oposição manifestada",
        rightToObject: "Tem o direito de se opor ao tratamento dos seus dados baseado no interesse legítimo.",
      },
      specialPurposes: {
        title: "Finalidades especiais",
        tooltip:
          "Os parceiros tratam dados para estas finalidades com base no interesse legítimo, por exemplo, para garantir a segurança ou para fornecer e apresentar publicidade e conteúdo. Aqui não é oferecida nenhuma escolha a esse respeito.",
      },
      features: {
        title: "Funcionalidades",
        description:
          "As funcionalidades descrevem a forma como os parceiros tratam dados para cada finalidade. Não existe uma escolha separada para elas.",
      },
      vendorList: {
        search: "Pesquisar parceiros",
        showingCount: "Parceiros apresentados: {filtered} de {total}",
        iabVendorsHeading: "Parceiros no TCF do IAB",
        iabVendorsNotice:
          "Estes parceiros participam no Transparency & Consent Framework (TCF) do IAB Europe e comprometeram-se a cumprir as suas regras.",
        customVendorsHeading: "Outros parceiros",
        customVendorsNotice:
          "Estes parceiros não participam no TCF do IAB. Aqui pode decidir sobre eles da mesma forma.",
        purposes: "Finalidades",
        specialPurposes: "Finalidades especiais",
        specialFeatures: "Funcionalidades especiais",
        features: "Funcionalidades",
        dataCategories: "Categorias de dados",
        usesCookies: "Utiliza cookies",
        nonCookieAccess: "Utiliza métodos de armazenamento ou de acesso diferentes dos cookies",
        maxAge: "Duração máxima dos cookies em dias: {days}",
        retention: "Prazo de conservação dos dados em dias: {days}",
        legitimateInterest: "Interesse legítimo",
        privacyPolicy: "Política de privacidade",
        storageDisclosure: "Detalhes do armazenamento no dispositivo",
        requiredNotice: "Sempre ativo; aqui não é oferecida nenhuma escolha.",
      },
      footer: {
        consentStorage:
          "As suas escolhas são armazenadas no seu navegador com o nome “euconsent-v2” durante, no máximo, 13 meses.",
      },
    },
    common: {
      acceptAll: "Aceitar tudo",
      rejectAll: "Rejeitar tudo",
      customize: "Definir preferências",
      saveSettings: "Confirmar escolhas",
      loading: "Aguarde…",
      showingSelectedVendor: "É apresentado apenas o parceiro selecionado.",
      clearSelection: "Mostrar todos os parceiros",
      customPartner: "Fora do TCF do IAB",
    },
  },
}
