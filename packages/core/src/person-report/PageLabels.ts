/**
 * The labels of the page about a person, in the languages that it is written in.
 *
 * @module
 */
import { primarySubtag } from "../translation/AcceptLanguage.js"

/** The labels, by what they are for. */
export interface PageLabels {
  readonly title: string
  readonly intro: string
  readonly created: string
  readonly browser: string
  readonly account: string
  readonly given: string
  readonly received: string
  readonly validUntil: string
  readonly site: string
  readonly kind: string
  readonly decision: string
  readonly allowed: string
  readonly refused: string
  readonly place: string
  readonly law: string
  readonly address: string
  readonly device: string
  readonly document: string
  readonly shown: string
  readonly reconstructed: string
  readonly none: string
  readonly record: string
}

const en: PageLabels = {
  title: "What is on record about your consent",
  intro:
    "This page lists every decision that was recorded, the newest first, with the text that was shown at that time.",
  created: "Created",
  browser: "Browser",
  account: "Linked account",
  given: "Decided",
  received: "Recorded",
  validUntil: "Valid until",
  site: "Site",
  kind: "Kind",
  decision: "Decision",
  allowed: "allowed",
  refused: "refused",
  place: "Place",
  law: "Law",
  address: "IP address",
  device: "Browser program",
  document: "Document",
  shown: "What was shown",
  reconstructed: "Reconstructed from the archived texts; not a screenshot.",
  none: "not recorded",
  record: "Record",
}

const de: PageLabels = {
  title: "Was zu Ihrer Einwilligung gespeichert ist",
  intro:
    "Diese Seite führt jede gespeicherte Entscheidung auf, die neueste zuerst, mit dem Text, der damals angezeigt wurde.",
  created: "Erstellt",
  browser: "Browser",
  account: "Verknüpftes Konto",
  given: "Entschieden",
  received: "Gespeichert",
  validUntil: "Gültig bis",
  site: "Website",
  kind: "Art",
  decision: "Entscheidung",
  allowed: "erlaubt",
  refused: "abgelehnt",
  place: "Ort",
  law: "Recht",
  address: "IP-Adresse",
  device: "Browserprogramm",
  document: "Dokument",
  shown: "Was angezeigt wurde",
  reconstructed: "Aus den archivierten Texten wiederhergestellt; kein Bildschirmfoto.",
  none: "nicht gespeichert",
  record: "Eintrag",
}

const fr: PageLabels = {
  title: "Ce qui est enregistré sur votre consentement",
  intro:
    "Cette page présente chaque décision enregistrée, la plus récente d’abord, avec le texte qui était affiché à ce moment-là.",
  created: "Créé le",
  browser: "Navigateur",
  account: "Compte associé",
  given: "Décidé le",
  received: "Enregistré le",
  validUntil: "Valable jusqu’au",
  site: "Site",
  kind: "Type",
  decision: "Décision",
  allowed: "autorisé",
  refused: "refusé",
  place: "Lieu",
  law: "Loi",
  address: "Adresse IP",
  device: "Logiciel de navigation",
  document: "Document",
  shown: "Ce qui était affiché",
  reconstructed: "Reconstitué à partir des textes archivés ; ce n’est pas une capture d’écran.",
  none: "non enregistré",
  record: "Enregistrement",
}

const es: PageLabels = {
  title: "Lo que consta sobre su consentimiento",
  intro:
    "Esta página muestra cada decisión registrada, primero la más reciente, con el texto que se mostraba en ese momento.",
  created: "Creado",
  browser: "Navegador",
  account: "Cuenta vinculada",
  given: "Decidido",
  received: "Registrado",
  validUntil: "Válido hasta",
  site: "Sitio",
  kind: "Tipo",
  decision: "Decisión",
  allowed: "permitido",
  refused: "rechazado",
  place: "Lugar",
  law: "Ley",
  address: "Dirección IP",
  device: "Programa de navegación",
  document: "Documento",
  shown: "Lo que se mostraba",
  reconstructed: "Reconstruido a partir de los textos archivados; no es una captura de pantalla.",
  none: "no registrado",
  record: "Registro",
}

const byLanguage: ReadonlyMap<string, PageLabels> = new Map([
  ["de", de],
  ["en", en],
  ["es", es],
  ["fr", fr],
])

/** The language of the labels for texts in a language: its own where there are labels in it, else English. */
export const labelsFor = (language: string): { readonly language: string; readonly labels: PageLabels } => {
  const known = primarySubtag(language)
  const labels = byLanguage.get(known)
  return labels === undefined ? { language: "en", labels: en } : { language: known, labels }
}
