import type { PackTexts } from "./Texts.js"

/** Spanish. */
export const es: PackTexts = {
  title: "Pruebas de consentimiento",
  intro: (createdAt, software, records) =>
    `Este expediente fue creado el ${createdAt} por ${software}. Contiene ${records} ${records === 1 ? "registro" : "registros"} de lo que visitantes de un sitio web decidieron sobre cookies y técnicas similares, y de lo que se les mostraba.`,
  withheld: (parts) => `Omitido a petición: ${parts}. Los recibos también fijan esos datos y se verifican sin ellos.`,
  parts: {
    subject: "los identificadores de registros y visitantes",
    trace: "la dirección, el navegador, el idioma y los metadatos",
  },
  unsignedTitle: "Este expediente no está firmado",
  unsigned:
    "El servicio no tiene una clave con la que firmar su registro de pruebas. Los archivos son lo que estaba guardado; nada de este expediente lo prueba.",
  verifyTitle: "Cómo verificarlo",
  verify: [
    "Obtenga la clave de verificación del registro de pruebas que se nombra abajo de una fuente distinta de este expediente: un expediente que trae su propia clave no prueba nada.",
    "Abra verify.html en un navegador, pegue la clave y elija el archivo zip. Nada sale de la página. O ejecute: node verify.mjs pack.zip --key CLAVE",
    "Para mayor certeza, obtenga verify.html del fabricante del programa y compare: la copia incluida viene de las mismas manos que el resto.",
  ],
  provesTitle: "Qué prueba",
  proves: [
    "Cada registro es exactamente el que se anotó en el momento que indica su recibo, y ni él ni nada anterior en el registro de pruebas ha cambiado desde entonces.",
    "Los archivos de este expediente son aquellos con los que se creó: ninguno se ha alterado, omitido ni añadido.",
  ],
  provesNotTitle: "Qué no prueba",
  provesNot: [
    "Quién estaba ante el navegador, ni que esa persona sea quien dice ser.",
    "Que el consentimiento fuera libre o informado. Lo que el visitante podía leer está en los avisos; cómo se veía en la pantalla, no.",
    "Que el reloj del servidor fuera exacto. El de un testigo o un sello de tiempo es ajeno; el del servicio es el suyo.",
    "Que no haya otros registros: el expediente tiene los que nombra su selección y que constaban cuando se creó.",
  ],
  unprovenTitle: "Registros sin prueba",
  unproven:
    "El registro de pruebas no contiene estos registros. Son lo que está guardado; nada prueba que no se hayan cambiado.",
  filesTitle: "Qué contiene",
  files: {
    "records/":
      "Los registros tal como están guardados, uno por archivo. Las horas están en UTC. Los archivos son JSON y se abren con cualquier editor.",
    "receipts/": "La prueba de cada registro: que está anotado, cuándo se anotó y que no ha cambiado desde entonces.",
    "links/": "La prueba de cada vínculo entre un navegador y una cuenta de la persona: cuándo se creó y por quién.",
    "notices/*/notice.html":
      "Lo que decía el aviso, como página. Está reconstruida a partir de textos y ajustes archivados; no es una captura de pantalla.",
    "notices/*/":
      "Lo mismo tal como se archivó: rule.json es la regla completa, texts.json los textos, manifest.json la configuración. El SHA-256 de texts.json es el textsDigest que nombra rule.json; la revisión de manifest.json es su manifestRevision.",
    "documents/":
      "Versiones de documentos legales que nombran los registros: tipo, versión, hash y fecha. El texto mismo no se guarda.",
    "log/":
      "El último punto de control del registro de pruebas cuando se creó el expediente, las claves que han firmado puntos de control, y cómo los puntos de control de los recibos continúan en el del expediente.",
    "log/entries/":
      "La prueba de las entradas con las que se introdujeron las claves del registro de pruebas, una tras otra.",
    "log/timestamps/":
      "Si los hay: lo que respondió una autoridad con otro reloj (.tsr) sobre el contenido de checkpoint.txt. Con el certificado de la autoridad, openssl ts -verify -data checkpoint.txt -in FILE.tsr -CAfile CERTIFICATE dice cuándo existía ese árbol a más tardar. Contiene todos los registros cuya entrada tiene un número menor que su tamaño.",
    "manifest.json": "El SHA-256 de cada uno de los demás archivos.",
    "manifest.tlog-proof": "La prueba de que el registro de pruebas tiene una entrada con el SHA-256 de manifest.json.",
    "verify.html, verify.mjs": "Una página y un programa que verifican todo esto sin red.",
  },
  recordsTitle: "Los registros",
}
