import type { PackTexts } from "./Texts.js"

/** French. */
export const fr: PackTexts = {
  title: "Preuves de consentement",
  intro: (createdAt, software, records) =>
    `Ce dossier a été établi le ${createdAt} par ${software}. Il contient ${records} ${records === 1 ? "enregistrement" : "enregistrements"} de ce que des visiteurs d’un site ont décidé au sujet des cookies et des techniques similaires, et de ce qui leur était affiché.`,
  withheld: (parts) =>
    `Omis sur demande : ${parts}. Les reçus engagent aussi sur ces données et se vérifient sans elles.`,
  parts: {
    subject: "les identifiants des enregistrements et des visiteurs",
    trace: "l’adresse, le navigateur, la langue et les métadonnées",
  },
  unsignedTitle: "Ce dossier n’est pas signé",
  unsigned:
    "Le service n’a pas de clé pour signer son journal de preuves. Les fichiers sont ce qui était enregistré ; rien dans ce dossier ne le prouve.",
  verifyTitle: "Comment le vérifier",
  verify: [
    "Procurez-vous la clé de vérification du journal nommé ci-dessous auprès d’une autre source que ce dossier : un dossier qui apporte sa propre clé ne prouve rien.",
    "Ouvrez verify.html dans un navigateur, collez la clé et choisissez le fichier zip. Rien ne quitte la page. Ou exécutez : node verify.mjs pack.zip --key CLÉ",
    "Pour plus de certitude, obtenez verify.html auprès de l’éditeur du logiciel et comparez : la copie jointe vient des mêmes mains que le reste.",
  ],
  provesTitle: "Ce qu’il prouve",
  proves: [
    "Chaque enregistrement est exactement celui qui a été consigné au moment qu’indique son reçu ; ni lui ni rien de ce qui le précède dans le journal n’a été modifié depuis.",
    "Les fichiers de ce dossier sont ceux avec lesquels il a été établi : aucun n’a été modifié, omis ou ajouté.",
  ],
  provesNotTitle: "Ce qu’il ne prouve pas",
  provesNot: [
    "Qui se trouvait devant le navigateur, ni que cette personne est bien celle qu’elle prétend être.",
    "Que le consentement était libre ou éclairé. Ce que le visiteur pouvait lire figure dans les avis ; la façon dont l’écran le présentait n’y figure pas.",
    "Que l’horloge du serveur était juste. Celle d’un témoin ou d’un horodatage appartient à un tiers ; celle du service est la sienne.",
    "Qu’il n’existe pas d’autres enregistrements : le dossier contient ceux que désigne sa sélection et qui étaient conservés lorsqu’il a été établi.",
  ],
  unprovenTitle: "Enregistrements sans preuve",
  unproven:
    "Le journal ne contient pas ces enregistrements. Ils sont ce qui est conservé ; rien ne prouve qu’ils n’ont pas été modifiés.",
  filesTitle: "Ce qu’il contient",
  files: {
    "records/":
      "Les enregistrements tels qu’ils sont conservés, un par fichier. Les heures sont en UTC. Les fichiers sont en JSON et s’ouvrent dans tout éditeur.",
    "receipts/":
      "La preuve de chaque enregistrement : qu’il est dans le journal, quand il y a été consigné, et qu’il n’a pas changé depuis.",
    "links/":
      "La preuve de chaque lien entre un navigateur et un compte de la personne : quand il a été établi, et par qui.",
    "notices/*/notice.html":
      "Ce que disait le bandeau, sous forme de page. Elle est reconstituée à partir de textes et de réglages archivés ; ce n’est pas une capture d’écran.",
    "notices/*/":
      "Le même contenu tel qu’il a été archivé : rule.json est la règle complète, texts.json les textes, manifest.json la configuration. Le SHA-256 de texts.json est le textsDigest que nomme rule.json ; la révision de manifest.json est son manifestRevision.",
    "documents/":
      "Les versions des documents juridiques que citent les enregistrements : type, version, empreinte et date. Le texte lui-même n’est pas conservé.",
    "log/":
      "Le dernier point de contrôle du journal lorsque le dossier a été établi, les clés qui en ont signé, et la façon dont les points de contrôle des reçus se prolongent dans celui du dossier.",
    "log/entries/":
      "La preuve des entrées par lesquelles les clés du journal ont été introduites, l’une après l’autre.",
    "log/timestamps/":
      "S’il y en a : ce qu’une autorité disposant d’une autre horloge a répondu (.tsr) sur le contenu de checkpoint.txt. Avec le certificat de l’autorité, openssl ts -verify -data checkpoint.txt -in FILE.tsr -CAfile CERTIFICATE indique à quelle date, au plus tard, cet arbre existait. Il contient tous les enregistrements dont l’entrée a un numéro inférieur à sa taille.",
    "manifest.json": "Le SHA-256 de chacun des autres fichiers.",
    "manifest.tlog-proof": "La preuve que le journal a une entrée avec le SHA-256 de manifest.json.",
    "verify.html, verify.mjs": "Une page et un programme qui vérifient tout cela sans réseau.",
  },
  recordsTitle: "Les enregistrements",
}
