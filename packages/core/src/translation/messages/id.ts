import type { CompleteBundle } from "./Bundle.js"

/** Indonesian, formal address. */
export const id: CompleteBundle = {
  common: {
    acceptAll: "Terima semua",
    rejectAll: "Tolak semua",
    customize: "Kelola pilihan",
    save: "Simpan pilihan",
    close: "Tutup",
    securedBy: "Didukung oleh",
    dismiss: "Sembunyikan",
    acknowledge: "Saya mengerti",
    unavailable:
      "Saat ini tidak semuanya dapat dimuat. Anda dapat menolak atau mencabut persetujuan sekarang dan memberikannya nanti.",
    alwaysActive: "Selalu aktif",
    language: "Bahasa",
  },
  cookieBanner: {
    title: "Cookie dan privasi Anda",
    description:
      "Kami menggunakan cookie agar situs ini dapat berfungsi dan, jika Anda setuju, untuk fungsi tambahan, personalisasi, pengukuran, dan pemasaran. Anda dapat mengubah keputusan kapan saja.",
    noticeTitle: "Cara kami menggunakan cookie",
    noticeDescription:
      "Kami menggunakan cookie agar situs ini dapat berfungsi dan untuk tujuan opsional seperti pengukuran dan pemasaran. Anda dapat menolaknya kapan saja di preferensi privasi Anda.",
  },
  consentManagerDialog: {
    title: "Preferensi privasi",
    description:
      "Pilih tujuan opsional yang Anda izinkan. Cookie yang mutlak diperlukan selalu aktif karena situs ini tidak dapat berfungsi tanpanya. Anda dapat mengubah pilihan Anda kapan saja.",
    vendors: {
      title: "Penyedia ({count})",
      switchLabel: "Izinkan {vendor}",
      disabledByCategory: "Hanya tersedia selama kategori ini diizinkan.",
      privacyPolicy: "Kebijakan privasi",
    },
    cookies: { title: "Cookie ({count})", name: "Nama", purpose: "Tujuan", duration: "Masa berlaku" },
  },
  consentTypes: {
    necessary: {
      title: "Mutlak diperlukan",
      description:
        "Menyediakan fungsi dasar situs ini, seperti keamanan, navigasi, dan penyimpanan pilihan privasi Anda. Kategori ini tidak dapat dinonaktifkan.",
    },
    functionality: {
      title: "Fungsionalitas",
      description: "Menyediakan fungsi tambahan, seperti pengaturan yang diingat, obrolan, atau video yang disematkan.",
    },
    experience: {
      title: "Personalisasi",
      description: "Menyesuaikan konten dan tata letak situs ini dengan minat Anda dan cara Anda menggunakannya.",
    },
    measurement: {
      title: "Pengukuran",
      description:
        "Menunjukkan kepada kami bagaimana situs ini digunakan, misalnya halaman mana yang dikunjungi dan di mana kesalahan terjadi, sehingga kami dapat memperbaikinya.",
    },
    marketing: {
      title: "Pemasaran",
      description:
        "Digunakan untuk memilih iklan, mengukur efeknya, dan membuat profil minat Anda, termasuk lintas berbagai situs web.",
    },
  },
  consentGate: {
    title: "Konten ini memerlukan izin Anda untuk “{category}”",
    actionButton: "Izinkan “{category}”",
    policyBlocked: "Konten ini tidak tersedia berdasarkan aturan privasi yang berlaku untuk kunjungan Anda.",
    loading: "Memuat konten…",
    error: "Konten ini tidak dapat dimuat.",
    provider: "Penyedia: {vendor}",
    once: "Muat kali ini",
    always: "Selalu izinkan",
  },
  legalLinks: {
    privacyPolicy: "Kebijakan privasi",
    cookiePolicy: "Kebijakan cookie",
    termsOfService: "Ketentuan layanan",
  },
  rights: {
    optOut: "Jangan jual atau bagikan informasi pribadi saya",
    preferences: "Preferensi privasi",
  },
  iab: {
    banner: {
      title: "Bagaimana data Anda digunakan",
      description:
        "Kami dan {partnerCount} meminta persetujuan Anda untuk menyimpan informasi di perangkat Anda, mengakses informasi di perangkat tersebut, dan memproses data pribadi seperti pengenal unik dan data penjelajahan untuk tujuan yang disebutkan di sini. Anda mengambil keputusan untuk setiap tujuan secara terpisah, dan kapan saja Anda dapat menarik kembali persetujuan atau mengubah pilihan Anda di preferensi privasi.",
      partnersLink: "{count} mitra kami",
      andMore: "dan {count} lainnya",
      legitimateInterestNotice:
        "Sebagian mitra memproses data berdasarkan kepentingan sah mereka tanpa meminta persetujuan. Anda berhak mengajukan keberatan atas hal ini di preferensi privasi.",
      scopeServiceSpecific: "Pilihan Anda hanya berlaku untuk situs web ini.",
      scopeGroup: "Pilihan Anda berlaku untuk semua situs web grup kami.",
    },
    preferenceCenter: {
      title: "Preferensi privasi",
      description:
        "Di sini Anda dapat memutuskan untuk setiap tujuan dan setiap mitra apakah Anda menyetujui pemrosesan data Anda. Anda juga dapat mengajukan keberatan atas pemrosesan yang didasarkan pada kepentingan yang sah.",
      tabs: { purposes: "Tujuan", vendors: "Mitra" },
      purposeItem: {
        partners: "Mitra",
        vendorsUseLegitimateInterest: "Mitra yang mengandalkan kepentingan yang sah",
        examples: "Contoh",
        partnersUsingPurpose: "Mitra yang menggunakan data untuk tujuan ini",
        withYourPermission: "Dengan persetujuan Anda",
        legitimateInterest: "Kepentingan yang sah",
        objectButton: "Ajukan keberatan",
        objected: "Keberatan diajukan",
        rightToObject:
          "Anda berhak mengajukan keberatan atas pemrosesan data Anda yang didasarkan pada kepentingan yang sah.",
      },
      specialPurposes: {
        title: "Tujuan khusus",
        tooltip:
          "Mitra memproses data untuk tujuan ini berdasarkan kepentingan yang sah, misalnya untuk memastikan keamanan atau untuk menyalurkan dan menyajikan iklan dan konten. Tidak ada pilihan yang ditawarkan di sini untuk tujuan tersebut.",
      },
      features: {
        title: "Fitur",
        description:
          "Fitur adalah cara mitra memproses data untuk tujuan yang ingin mereka capai. Tidak ada pilihan terpisah untuk fitur.",
      },
      vendorList: {
        search: "Cari mitra",
        showingCount: "Menampilkan {filtered} dari {total} mitra",
        iabVendorsHeading: "Mitra dalam IAB TCF",
        iabVendorsNotice:
          "Mitra ini ikut serta dalam Transparency & Consent Framework (TCF) dari IAB Europe dan telah berkomitmen pada aturannya.",
        customVendorsHeading: "Mitra lainnya",
        customVendorsNotice:
          "Mitra ini tidak ikut serta dalam IAB TCF. Anda dapat mengambil keputusan mengenai mitra ini di sini dengan cara yang sama.",
        purposes: "Tujuan",
        specialPurposes: "Tujuan khusus",
        specialFeatures: "Fitur khusus",
        features: "Fitur",
        dataCategories: "Kategori data",
        usesCookies: "Menggunakan cookie",
        nonCookieAccess: "Menggunakan metode penyimpanan atau akses selain cookie",
        maxAge: "Masa berlaku maksimum cookie dalam hari: {days}",
        retention: "Masa retensi data dalam hari: {days}",
        legitimateInterest: "Kepentingan yang sah",
        privacyPolicy: "Kebijakan privasi",
        storageDisclosure: "Perincian penyimpanan di perangkat",
        requiredNotice: "Selalu aktif; tidak ada pilihan yang ditawarkan di sini.",
      },
      footer: {
        consentStorage:
          "Pilihan Anda disimpan di peramban Anda dengan nama “euconsent-v2” selama tidak lebih dari 13 bulan.",
      },
    },
    common: {
      acceptAll: "Terima semua",
      rejectAll: "Tolak semua",
      customize: "Kelola pilihan",
      saveSettings: "Simpan pilihan",
      loading: "Memuat…",
      showingSelectedVendor: "Hanya mitra yang dipilih yang ditampilkan.",
      clearSelection: "Tampilkan semua mitra",
      customPartner: "Bukan peserta IAB TCF",
    },
  },
}
