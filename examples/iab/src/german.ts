import { syntheticVendorList } from "@consent-service/testkit/vendor-list/SyntheticVendorList"

type Described = readonly [name: string, description: string, illustration?: string]

/** Members with their translations, found by id. */
const retold = <A extends { readonly id: number }>(
  members: Readonly<Record<string, A>>,
  rows: ReadonlyArray<Described>,
) =>
  Object.fromEntries(
    Object.entries(members).map(([key, member]) => {
      const [name, description, illustration] = rows[member.id - 1] ?? [undefined, undefined]
      if (name === undefined) throw new Error(`The German texts have no number ${member.id}`)
      const illustrations = "illustrations" in member ? { illustrations: illustration ? [illustration] : [] } : {}
      return [key, { ...member, name, description, ...illustrations }]
    }),
  )

const purposes: ReadonlyArray<Described> = [
  [
    "Notizen auf diesem Gerät",
    "Cookies und Ähnliches werden auf dem Gerät abgelegt und wieder gelesen.",
    "Ein Warenkorb bleibt gefüllt.",
  ],
  [
    "Schlichte Werbung zeigen",
    "Werbung richtet sich nach der Seite, auf der sie steht, und nach der Art des Geräts.",
    "Fahrradwerbung auf einer Fahrradseite.",
  ],
  [
    "Vorlieben für Werbung lernen",
    "Was jemand liest und kauft, wird zu Vorlieben zusammengefügt.",
    "Jemand liest Fahrradtests.",
  ],
  [
    "Werbung nach Vorlieben zeigen",
    "Werbung richtet sich nach den gelernten Vorlieben.",
    "Fahrradwerbung auf einer Kochseite.",
  ],
  [
    "Vorlieben für Inhalte lernen",
    "Was jemand liest, wird für die Auswahl von Inhalten gemerkt.",
    "Jemand liest Rezepte.",
  ],
  [
    "Inhalte nach Vorlieben zeigen",
    "Artikel und Filme richten sich nach den gelernten Vorlieben.",
    "Mehr Rezepte oben.",
  ],
  [
    "Wirkung von Werbung zählen",
    "Gezählt wird, ob Werbung gesehen wurde und was daraus wurde.",
    "Zehn sahen, einer kaufte.",
  ],
  ["Wirkung von Inhalten zählen", "Gezählt wird, ob ein Artikel zu Ende gelesen wurde.", "Die Hälfte las weiter."],
  ["Das Publikum kennen", "Berichte beschreiben Gruppen, nie Einzelne.", "Die meisten kommen mittags."],
  [
    "Angebote bauen und verbessern",
    "Was über die Nutzung bekannt ist, hilft zu verbessern.",
    "Ein Knopf, den niemand findet.",
  ],
  [
    "Inhalte nach wenigem auswählen",
    "Artikel richten sich allein nach der Seite und der Art des Geräts.",
    "Kurze Texte auf Telefonen.",
  ],
]

const specialPurposes: ReadonlyArray<Described> = [
  ["Schützen und Fehler beheben", "Betrug wird erkannt, Fehler werden behoben.", "Ein Roboter, der klickt."],
  ["Liefern, was verlangt wurde", "Eine Seite oder Werbung geht an das Gerät, das sie will.", "Ein Bild, das passt."],
  [
    "Entscheidungen merken",
    "Was jemand hier entschied, wird gemerkt und weitergegeben.",
    "Ein Nein, das bekannt bleibt.",
  ],
]

const features: ReadonlyArray<Described> = [
  ["Quellen verbinden", "Was anderswo bekannt ist, kommt zum hier Gelernten hinzu."],
  ["Geräte verbinden", "Mehrere Geräte gelten als die eines Haushalts."],
  ["Geräte an ihren Daten erkennen", "Was ein Gerät von sich aus sendet, dient dazu, es wiederzuerkennen."],
]

const specialFeatures: ReadonlyArray<Described> = [
  ["Den genauen Ort kennen", "Ein Ort auf 500 Meter genau wird verwendet.", "Ein Laden um die Ecke."],
  ["Das Gerät befragen", "Eigenschaften des Geräts werden ausgelesen, um es zu erkennen.", "Seine Schriftarten."],
]

const dataCategories: ReadonlyArray<Described> = [
  ["Netzadresse", "Die Nummer eines Geräts im Netz."],
  ["Merkmale des Geräts", "Was für ein Gerät es ist."],
  ["Kennungen des Geräts", "Eine Nummer, die für das Gerät steht."],
  ["Vermutete Kennungen", "Eine Vermutung, welche Geräte dieselben sind."],
  ["Kennungen aus Anmeldungen", "Eine Nummer, die für ein Konto steht."],
  ["Was angesehen wurde", "Seiten, und wie lange."],
  ["Was mitgeteilt wurde", "Alter oder Stadt, wie in ein Formular geschrieben."],
  ["Ungefährer Ort", "Die Stadt oder Gegend."],
  ["Genauer Ort", "Ein Ort auf 500 Meter genau."],
  ["Vorlieben", "Was über jemanden gelernt wurde."],
  ["Entscheidungen", "Was jemand entschied."],
]

const stackTexts: Readonly<Record<string, Described>> = {
  "1": ["Genauer Ort und Gerät", "Beide besonderen Merkmale."],
  "2": ["Werbung", "Schlichte Werbung, und was sie bewirkt."],
  "42": ["Werbung und Inhalte nach Vorlieben", "Vorlieben werden gelernt und genutzt, die Wirkung wird gezählt."],
}

const list = syntheticVendorList

const stacks = Object.fromEntries(
  Object.entries(list.stacks).map(([key, stack]) => {
    const [name, description] = stackTexts[key] ?? [stack.name, stack.description]
    return [key, { ...stack, name, description }]
  }),
)

/** The synthetic list with German texts: the same vendors, and the same version. */
export const germanVendorList = {
  ...list,
  purposes: retold(list.purposes, purposes),
  specialPurposes: retold(list.specialPurposes, specialPurposes),
  features: retold(list.features, features),
  specialFeatures: retold(list.specialFeatures, specialFeatures),
  dataCategories: retold(list.dataCategories ?? {}, dataCategories),
  stacks,
  standardTexts: {
    features: "Manche tun auch dies. Es folgt aus den Zwecken oben und hat keinen eigenen Schalter.",
    specialPurposes: "Dafür wird nicht gefragt; genannt werden sie, damit alle davon wissen.",
  },
}
