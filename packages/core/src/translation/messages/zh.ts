import type { CompleteBundle } from "./Bundle.js"

/** Chinese, simplified characters, formal address. */
export const zh: CompleteBundle = {
  common: {
    acceptAll: "全部接受",
    rejectAll: "全部拒绝",
    customize: "管理选择",
    save: "保存选择",
    close: "关闭",
    securedBy: "技术支持：",
    dismiss: "隐藏",
    acknowledge: "我已了解",
    unavailable: "目前无法加载全部内容。您现在可以拒绝或撤回同意，并在稍后给予同意。",
    alwaysActive: "始终启用",
    language: "语言",
  },
  cookieBanner: {
    title: "Cookie 与您的隐私",
    description:
      "我们使用 Cookie 来确保本网站正常运行，并在您同意后用于附加功能、个性化、统计分析和营销。您可以随时更改决定。",
    noticeTitle: "我们如何使用 Cookie",
    noticeDescription:
      "我们使用 Cookie 来确保本网站正常运行，并用于统计分析和营销等可选目的。您可以随时在隐私偏好设置中拒绝这些目的。",
  },
  consentManagerDialog: {
    title: "隐私偏好设置",
    description:
      "请选择您允许哪些可选目的。严格必要的 Cookie 始终处于启用状态，因为没有它们本网站就无法运行。您可以随时更改您的选择。",
    vendors: {
      title: "提供商（{count}）",
      switchLabel: "允许 {vendor}",
      disabledByCategory: "仅在此类别获得允许期间可用。",
      privacyPolicy: "隐私政策",
    },
    cookies: { title: "Cookie（{count}）", name: "名称", purpose: "用途", duration: "有效期" },
  },
  consentTypes: {
    necessary: {
      title: "严格必要",
      description: "用于提供本网站的基本功能，例如安全、导航以及记住您的隐私选择。此类别无法关闭。",
    },
    functionality: {
      title: "功能性",
      description: "用于提供附加功能，例如记住设置、聊天或嵌入式视频。",
    },
    experience: {
      title: "个性化",
      description: "用于根据您的兴趣和您使用本网站的方式调整本网站的内容和布局。",
    },
    measurement: {
      title: "统计分析",
      description: "用于向我们显示本网站的使用情况，例如哪些页面被访问、何处出现错误，以便我们加以改进。",
    },
    marketing: {
      title: "营销",
      description: "用于选择广告、衡量广告效果，以及建立您的兴趣画像，包括跨不同网站进行。",
    },
  },
  consentGate: {
    title: "显示此内容需要您允许“{category}”",
    actionButton: "允许“{category}”",
    policyBlocked: "根据适用于您本次访问的隐私规则，此内容不可用。",
    loading: "正在加载内容…",
    error: "无法加载此内容。",
    provider: "提供商：{vendor}",
    once: "仅本次加载",
    always: "始终允许",
  },
  legalLinks: {
    privacyPolicy: "隐私政策",
    cookiePolicy: "Cookie 政策",
    termsOfService: "服务条款",
  },
  rights: {
    optOut: "请勿出售或共享我的个人信息",
    preferences: "隐私偏好设置",
  },
  iab: {
    banner: {
      title: "您的数据如何被使用",
      description:
        "我们及{partnerCount}请求您同意在您的设备上存储信息、访问设备上的信息，并为此处列明的目的处理唯一标识符和浏览数据等个人信息。您可以针对每个目的分别作出决定，并可随时在隐私偏好设置中撤回同意或更改您的选择。",
      partnersLink: "我们的 {count} 家合作伙伴",
      andMore: "以及另外 {count} 家",
      legitimateInterestNotice:
        "部分合作伙伴基于其正当利益处理数据，而不征求同意。您有权在隐私偏好设置中对此提出反对。",
      scopeServiceSpecific: "您的选择仅适用于本网站。",
      scopeGroup: "您的选择适用于本集团的所有网站。",
    },
    preferenceCenter: {
      title: "隐私偏好设置",
      description:
        "在此，您可以针对每个目的和每个合作伙伴决定是否同意处理您的数据。您还可以对基于正当利益的处理提出反对。",
      tabs: { purposes: "目的", vendors: "合作伙伴" },
      purposeItem: {
        partners: "合作伙伴",
        vendorsUseLegitimateInterest: "以正当利益为依据的合作伙伴",
        examples: "示例",
        partnersUsingPurpose: "为此目的使用数据的合作伙伴",
        withYourPermission: "经您同意",
        legitimateInterest: "正当利益",
        objectButton: "反对",
        objected: "已反对",
        rightToObject: "您有权反对基于正当利益处理您的数据。",
      },
      specialPurposes: {
        title: "特殊目的",
        tooltip:
          "合作伙伴基于正当利益为这些目的处理数据，例如保障安全，或者投放和展示广告与内容。此处不就这些目的提供选择。",
      },
      features: {
        title: "功能",
        description: "“功能”是指合作伙伴为实现其目的而处理数据的方式。对此不单独提供选择。",
      },
      vendorList: {
        search: "搜索合作伙伴",
        showingCount: "显示 {filtered} 家合作伙伴，共 {total} 家",
        iabVendorsHeading: "参与 IAB TCF 的合作伙伴",
        iabVendorsNotice:
          "这些合作伙伴参与 IAB Europe 的 Transparency & Consent Framework（TCF），并已承诺遵守其规则。",
        customVendorsHeading: "其他合作伙伴",
        customVendorsNotice: "这些合作伙伴未参与 IAB TCF。您可以在此以同样的方式就其作出决定。",
        purposes: "目的",
        specialPurposes: "特殊目的",
        specialFeatures: "特殊功能",
        features: "功能",
        dataCategories: "数据类别",
        usesCookies: "使用 Cookie",
        nonCookieAccess: "使用 Cookie 以外的存储或访问方式",
        maxAge: "Cookie 最长有效期（天）：{days}",
        retention: "数据保存期限（天）：{days}",
        legitimateInterest: "正当利益",
        privacyPolicy: "隐私政策",
        storageDisclosure: "设备存储详情",
        requiredNotice: "始终启用；此处不提供选择。",
      },
      footer: {
        consentStorage: "您的选择以“euconsent-v2”的名称存储在您的浏览器中，存储期限不超过 13 个月。",
      },
    },
    common: {
      acceptAll: "全部接受",
      rejectAll: "全部拒绝",
      customize: "管理选择",
      saveSettings: "保存选择",
      loading: "正在加载…",
      showingSelectedVendor: "仅显示所选合作伙伴。",
      clearSelection: "显示所有合作伙伴",
      customPartner: "未参与 IAB TCF",
    },
  },
}
