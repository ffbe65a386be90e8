import type { PackTexts } from "./Texts.js"

/** German. */
export const de: PackTexts = {
  title: "Nachweis von Einwilligungen",
  intro: (createdAt, software, records) =>
    `Dieses Paket wurde am ${createdAt} von ${software} erstellt. Es enthält ${records} ${records === 1 ? "Eintrag" : "Einträge"} darüber, wie sich Besucher einer Website zu Cookies und ähnlichen Techniken entschieden haben und was ihnen dabei angezeigt wurde.`,
  withheld: (parts) =>
    `Auf Wunsch weggelassen: ${parts}. Die Belege legen auch diese Angaben fest und lassen sich ohne sie prüfen.`,
  parts: {
    subject: "die Kennungen der Einträge und der Besucher",
    trace: "Adresse, Browser, Sprache und Zusatzangaben",
  },
  unsignedTitle: "Dieses Paket ist nicht signiert",
  unsigned:
    "Der Dienst hat keinen Schlüssel, mit dem er sein Nachweisprotokoll signiert. Die Dateien sind das, was gespeichert war; nichts in diesem Paket beweist es.",
  verifyTitle: "So wird es geprüft",
  verify: [
    "Besorgen Sie sich den Prüfschlüssel des unten genannten Protokolls aus einer anderen Quelle als diesem Paket: Ein Paket, das seinen Schlüssel selbst mitbringt, beweist nichts.",
    "Öffnen Sie verify.html in einem Browser, fügen Sie den Schlüssel ein und wählen Sie die Zip-Datei aus. Nichts verlässt die Seite. Oder führen Sie aus: node verify.mjs pack.zip --key SCHLÜSSEL",
    "Wenn Sie ganz sicher gehen wollen, beziehen Sie verify.html vom Hersteller der Software und vergleichen Sie: Die Kopie in diesem Paket kommt aus derselben Hand wie der Rest.",
  ],
  provesTitle: "Was es beweist",
  proves: [
    "Jeder Eintrag ist genau der, der zu der in seinem Beleg genannten Zeit protokolliert wurde. Weder er noch etwas, das im Protokoll vor ihm steht, wurde seitdem geändert.",
    "Die Dateien dieses Pakets sind die, mit denen es erstellt wurde: Keine wurde geändert, weggelassen oder hinzugefügt.",
  ],
  provesNotTitle: "Was es nicht beweist",
  provesNot: [
    "Wer vor dem Browser saß und ob diese Person die ist, als die sie sich ausgibt.",
    "Dass die Einwilligung freiwillig oder in Kenntnis der Sachlage gegeben wurde. Was die Besucher lesen konnten, steht in den Hinweisen; wie es auf dem Bildschirm aussah, nicht.",
    "Dass die Uhr des Servers richtig ging. Ein Zeuge oder ein Zeitstempel hat eine fremde Uhr, der Dienst seine eigene.",
    "Dass es keine weiteren Einträge gibt: Das Paket enthält die, die seine Auswahl nennt und die bei seiner Erstellung gespeichert waren.",
  ],
  unprovenTitle: "Einträge ohne Beleg",
  unproven:
    "Diese Einträge stehen nicht im Protokoll. Sie sind das, was gespeichert ist; nichts beweist, dass sie nicht geändert wurden.",
  filesTitle: "Was darin ist",
  files: {
    "records/":
      "Die Einträge, wie sie gespeichert sind, einer je Datei. Die Zeiten sind in UTC. Die Dateien sind JSON und lassen sich mit jedem Editor öffnen.",
    "receipts/":
      "Der Beleg zu jedem Eintrag: dass er im Protokoll steht, wann er protokolliert wurde und dass er seitdem nicht geändert wurde.",
    "links/":
      "Der Beleg zu jeder Verknüpfung eines Browsers mit einem Konto der Person: wann sie entstand und durch wen.",
    "notices/*/notice.html":
      "Was im Banner stand, als Seite. Sie ist aus archivierten Texten und Einstellungen wiederhergestellt und kein Bildschirmfoto.",
    "notices/*/":
      "Dasselbe, wie es archiviert wurde: rule.json ist die vollständige Regel, texts.json sind die Texte, manifest.json ist die Konfiguration. Der SHA-256-Wert von texts.json ist der textsDigest, den rule.json nennt; die Revision in manifest.json ist deren manifestRevision.",
    "documents/":
      "Fassungen rechtlicher Dokumente, auf die sich Einträge beziehen: Art, Version, Hash und Datum. Der Text selbst wird nicht gespeichert.",
    "log/":
      "Der neueste Prüfpunkt des Protokolls bei der Erstellung des Pakets, die Schlüssel, mit denen Prüfpunkte signiert wurden, und wie sich die Prüfpunkte der Belege in dem des Pakets fortsetzen.",
    "log/entries/":
      "Der Beleg zu den Einträgen, mit denen die Schlüssel des Protokolls nacheinander eingeführt wurden.",
    "log/timestamps/":
      "Falls vorhanden: was eine Stelle mit einer anderen Uhr (.tsr) zum Inhalt von checkpoint.txt bestätigt hat. Mit dem Zertifikat der Stelle sagt openssl ts -verify -data checkpoint.txt -in FILE.tsr -CAfile CERTIFICATE, wann dieser Baum spätestens bestand. Er enthält alle Einträge, deren Nummer kleiner ist als seine Größe.",
    "manifest.json": "Der SHA-256-Wert jeder anderen Datei.",
    "manifest.tlog-proof": "Der Beleg, dass im Protokoll ein Eintrag mit dem SHA-256-Wert von manifest.json steht.",
    "verify.html, verify.mjs": "Eine Seite und ein Programm, die all das ohne Netzverbindung prüfen.",
  },
  recordsTitle: "Die Einträge",
}
