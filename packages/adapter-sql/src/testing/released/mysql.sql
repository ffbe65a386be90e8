/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET @OLD_CHARACTER_SET_RESULTS=@@CHARACTER_SET_RESULTS */;
/*!40101 SET @OLD_COLLATION_CONNECTION=@@COLLATION_CONNECTION */;
/*!40101 SET NAMES utf8mb4 */;
/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;
/*!40103 SET TIME_ZONE='+00:00' */;
/*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */;
/*!40014 SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */;
/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;
/*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `Other_consent` (
  `id` varbinary(1020) NOT NULL,
  `tenant` varbinary(1020) NOT NULL,
  `subject_id` varbinary(1020) NOT NULL,
  `type` varbinary(1020) NOT NULL,
  `domain` varbinary(1020) NOT NULL,
  `given_at` bigint(20) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `valid_until` bigint(20) DEFAULT NULL,
  `preferences` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `metadata` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `jurisdiction` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `model` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `consent_action` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `ui_source` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `tc_string` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `ip_address` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `user_agent` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `language` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `decision_id` varbinary(1020) DEFAULT NULL,
  `decision_source` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `experiment_id` varbinary(1020) DEFAULT NULL,
  `experiment_arm` varbinary(1020) DEFAULT NULL,
  `time_to_decision_ms` bigint(20) DEFAULT NULL,
  `content_digest` varbinary(1020) NOT NULL,
  `choice` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `vendor_choice` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `document_id` varbinary(1020) DEFAULT NULL,
  PRIMARY KEY (`tenant`,`id`),
  KEY `Other_consent_subject_idx` (`subject_id`,`tenant`),
  KEY `Other_consent_experiment_idx` (`tenant`,`experiment_id`,`given_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `Other_consent` DISABLE KEYS */;
INSERT INTO `Other_consent` VALUES (0x636E735F31,0x74,0x7375625F323334353637383941424344454647484A4B4C4D4E505152535455,0x636F6F6B69655F62616E6E6572,0x6578616D706C652E636F6D,1,1893456000250,1924992000000,'{\"necessary\":true,\"marketing\":false}','{\"ключ \":\"Ünïcödé 🍪\"}','GDPR','opt-in','custom','banner',NULL,'192.0.2.0','Browser/1.0','de',0x7270645F324C376E38507970615A556F36453170477531694A326371487A474C,'write_time_fallback',0x627574746F6E2D636F6C6F7572,0x677265656E,1234,0x37303663626635643061383665666465356233363962396566326463613736373661353565303362393564343330656637663932633765633963656330383634,'[{\"at\":1893456000000,\"kind\":\"choice-v1\",\"fingerprint\":\"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\",\"no\":[\"marketing\"]}]','{\"version\":1,\"confirmedAt\":1893456000000,\"grants\":{\"acme\":true}}',NULL);
INSERT INTO `Other_consent` VALUES (0x636E735F32,0x74,0x7375625F323334353637383941424344454647484A4B4C4D4E505152535455,0x636F6F6B69655F62616E6E6572,0x6578616D706C652E636F6D,2,1893456000250,1924992000000,'{\"necessary\":true,\"marketing\":false}','{\"page\":\"/start\"}','GDPR','opt-in','custom','banner',NULL,'192.0.2.0','Browser/1.0','de',0x7270645F6F7869794A5869476A3453715163736E56434C535946704C477351,'write_time_fallback',0x627574746F6E2D636F6C6F7572,0x677265656E,1234,0x37303663626635643061383665666465356233363962396566326463613736373661353565303362393564343330656637663932633765633963656330383634,'[{\"at\":1893456000000,\"kind\":\"choice-v1\",\"fingerprint\":\"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\",\"no\":[\"marketing\"]}]','{\"version\":1,\"confirmedAt\":1893456000000,\"grants\":{\"acme\":true}}',NULL);
/*!40000 ALTER TABLE `Other_consent` ENABLE KEYS */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `Other_legal_document` (
  `id` varbinary(1020) NOT NULL,
  `tenant` varbinary(1020) NOT NULL,
  `type` varbinary(1020) NOT NULL,
  `version` varbinary(1020) NOT NULL,
  `hash` varbinary(1020) NOT NULL,
  `effective_date` bigint(20) NOT NULL,
  `ranking` bigint(20) NOT NULL,
  PRIMARY KEY (`tenant`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `Other_legal_document` DISABLE KEYS */;
/*!40000 ALTER TABLE `Other_legal_document` ENABLE KEYS */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `Other_manifest_archive` (
  `id` varbinary(1020) NOT NULL,
  `tenant` varbinary(1020) NOT NULL,
  `content` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  PRIMARY KEY (`tenant`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `Other_manifest_archive` DISABLE KEYS */;
/*!40000 ALTER TABLE `Other_manifest_archive` ENABLE KEYS */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `Other_migrations` (
  `id` varbinary(1020) NOT NULL,
  `checksum` varbinary(1020) NOT NULL,
  `applied_at` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `Other_migrations` DISABLE KEYS */;
INSERT INTO `Other_migrations` VALUES (0x312D626173656C696E65,0x39373734386464323762646336316266396534666661333537353532646662666563616530343830376230333835396134316563633961323932303032613136,1795343538272);
INSERT INTO `Other_migrations` VALUES (0x322D686F742D706174682D696E6465786573,0x61376561633861316434326339366661633638313730323831396164306536393466333739643138326633303233343435396135343234396234663932353431,1795343538414);
INSERT INTO `Other_migrations` VALUES (0x332D636F6E73656E742D7265636569707473,0x34656365383064346632663364633232303032316537633831333034383733623261626566373165316565323337656665376235333839323366323764626132,1795343538725);
INSERT INTO `Other_migrations` VALUES (0x342D76656E646F722D63686F696365,0x36366266373466373332363764373930306336666332316465323736363633663030636435656136323338363736353834333761323463343361633134343838,1795343538936);
INSERT INTO `Other_migrations` VALUES (0x352D6C6567616C2D646F63756D656E7473,0x36343234653064333762613434663665383431376561323934663235376166633633313064313231356634383330323363343434326566396630633062343232,1795343539112);
INSERT INTO `Other_migrations` VALUES (0x362D6D616E69666573742D61726368697665,0x31643963386438626463386538376165343161656336663462333037323162656233633333626537383662646461363938626562396233313265656431653563,1795343539221);
INSERT INTO `Other_migrations` VALUES (0x372D6964656E746974792D6C696E6B73,0x66346637643866393963633236626165656137383134633839363639386632663465663362646463366238396464353234346233326436633033373035633136,1795343539559);
INSERT INTO `Other_migrations` VALUES (0x382D6578706572696D656E742D73756D6D6172696573,0x32336638326133393336316431363031376261653339336165316362653934646465336135396536393437646332363730353032666565613430396633663039,1795343539884);
/*!40000 ALTER TABLE `Other_migrations` ENABLE KEYS */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `Other_policy_decision` (
  `id` varbinary(1020) NOT NULL,
  `tenant` varbinary(1020) NOT NULL,
  `policy_id` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `fingerprint` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `matched_by` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `model` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `country` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `region` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `language` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `manifest_revision` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `policy` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `texts_digest` varbinary(1020) DEFAULT NULL,
  PRIMARY KEY (`tenant`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `Other_policy_decision` DISABLE KEYS */;
INSERT INTO `Other_policy_decision` VALUES (0x7270645F324C376E38507970615A556F36453170477531694A326371487A474C,0x74,'europe','ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','country','opt-in','DE',NULL,'de','rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr','{\"id\":\"europe\",\"model\":\"opt-in\",\"prompt\":\"choice\",\"scope\":[\"experience\",\"functionality\",\"marketing\",\"measurement\"],\"scopeMode\":\"permissive\",\"preselectedCategories\":[],\"actions\":{\"allowed\":[\"accept\",\"customize\",\"reject\"],\"required\":[\"accept\",\"reject\"],\"equivalent\":[[\"accept\",\"reject\"]]},\"rights\":[\"disclosure\",\"preferences\"],\"validity\":{\"choiceMs\":31536000000,\"noticeMs\":31536000000},\"privacySignals\":{\"gpc\":{\"denyCategories\":[]}},\"copyRevision\":null,\"proof\":{\"storeIp\":true,\"storeUserAgent\":true,\"storeLanguage\":true}}',1893456000250,0x74747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474);
INSERT INTO `Other_policy_decision` VALUES (0x7270645F6F7869794A5869476A3453715163736E56434C535946704C477351,0x74,'europe','ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','country','opt-in',NULL,NULL,'de','rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr','{\"id\":\"europe\",\"model\":\"opt-in\",\"prompt\":\"choice\",\"scope\":[\"experience\",\"functionality\",\"marketing\",\"measurement\"],\"scopeMode\":\"permissive\",\"preselectedCategories\":[],\"actions\":{\"allowed\":[\"accept\",\"customize\",\"reject\"],\"required\":[\"accept\",\"reject\"],\"equivalent\":[[\"accept\",\"reject\"]]},\"rights\":[\"disclosure\",\"preferences\"],\"validity\":{\"choiceMs\":31536000000,\"noticeMs\":31536000000},\"privacySignals\":{\"gpc\":{\"denyCategories\":[]}},\"copyRevision\":null,\"proof\":{\"storeIp\":true,\"storeUserAgent\":true,\"storeLanguage\":true}}',1893456000250,0x74747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474);
/*!40000 ALTER TABLE `Other_policy_decision` ENABLE KEYS */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `Other_subject` (
  `id` varbinary(1020) NOT NULL,
  `tenant` varbinary(1020) NOT NULL,
  `external_id` varbinary(1020) DEFAULT NULL,
  `identity_provider` varbinary(1020) DEFAULT NULL,
  `verified_external_id` varbinary(1020) DEFAULT NULL,
  `created_at` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `Other_subject_link_idx` (`tenant`,`verified_external_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `Other_subject` DISABLE KEYS */;
INSERT INTO `Other_subject` VALUES (0x7375625F323334353637383941424344454647484A4B4C4D4E505152535455,0x74,0x75736572,0x73686F70,0x75736572,1893456000250);
/*!40000 ALTER TABLE `Other_subject` ENABLE KEYS */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `cs_consent` (
  `id` varbinary(1020) NOT NULL,
  `tenant` varbinary(1020) NOT NULL,
  `subject_id` varbinary(1020) NOT NULL,
  `type` varbinary(1020) NOT NULL,
  `domain` varbinary(1020) NOT NULL,
  `given_at` bigint(20) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `valid_until` bigint(20) DEFAULT NULL,
  `preferences` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `metadata` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `jurisdiction` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `model` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `consent_action` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `ui_source` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `tc_string` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `ip_address` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `user_agent` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `language` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `decision_id` varbinary(1020) DEFAULT NULL,
  `decision_source` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `experiment_id` varbinary(1020) DEFAULT NULL,
  `experiment_arm` varbinary(1020) DEFAULT NULL,
  `time_to_decision_ms` bigint(20) DEFAULT NULL,
  `content_digest` varbinary(1020) NOT NULL,
  `choice` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `vendor_choice` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `document_id` varbinary(1020) DEFAULT NULL,
  PRIMARY KEY (`tenant`,`id`),
  KEY `cs_consent_subject_idx` (`subject_id`,`tenant`),
  KEY `cs_consent_experiment_idx` (`tenant`,`experiment_id`,`given_at`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `cs_consent` DISABLE KEYS */;
INSERT INTO `cs_consent` VALUES (0x636E735F31,0x74,0x7375625F323334353637383941424344454647484A4B4C4D4E505152535455,0x636F6F6B69655F62616E6E6572,0x6578616D706C652E636F6D,1,1893456000250,1924992000000,'{\"necessary\":true,\"marketing\":false}','{\"ключ \":\"Ünïcödé 🍪\"}','GDPR','opt-in','custom','banner',NULL,'192.0.2.0','Browser/1.0','de',0x7270645F46323658564C6477507358645A70594651544A5A6D58515A4A5274,'write_time_fallback',0x627574746F6E2D636F6C6F7572,0x677265656E,1234,0x37303663626635643061383665666465356233363962396566326463613736373661353565303362393564343330656637663932633765633963656330383634,'[{\"at\":1893456000000,\"kind\":\"choice-v1\",\"fingerprint\":\"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\",\"no\":[\"marketing\"]}]','{\"version\":1,\"confirmedAt\":1893456000000,\"grants\":{\"acme\":true}}',NULL);
INSERT INTO `cs_consent` VALUES (0x636E735F32,0x74,0x7375625F323334353637383941424344454647484A4B4C4D4E505152535455,0x636F6F6B69655F62616E6E6572,0x6578616D706C652E636F6D,2,1893456000250,1924992000000,'{\"necessary\":true,\"marketing\":false}','{\"page\":\"/start\"}','GDPR','opt-in','custom','banner',NULL,'192.0.2.0','Browser/1.0','de',0x7270645F3252524A57586B68756D4B6664556E4A50346443474653665A376F63,'write_time_fallback',0x627574746F6E2D636F6C6F7572,0x677265656E,1234,0x37303663626635643061383665666465356233363962396566326463613736373661353565303362393564343330656637663932633765633963656330383634,'[{\"at\":1893456000000,\"kind\":\"choice-v1\",\"fingerprint\":\"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff\",\"no\":[\"marketing\"]}]','{\"version\":1,\"confirmedAt\":1893456000000,\"grants\":{\"acme\":true}}',NULL);
/*!40000 ALTER TABLE `cs_consent` ENABLE KEYS */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `cs_legal_document` (
  `id` varbinary(1020) NOT NULL,
  `tenant` varbinary(1020) NOT NULL,
  `type` varbinary(1020) NOT NULL,
  `version` varbinary(1020) NOT NULL,
  `hash` varbinary(1020) NOT NULL,
  `effective_date` bigint(20) NOT NULL,
  `ranking` bigint(20) NOT NULL,
  PRIMARY KEY (`tenant`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `cs_legal_document` DISABLE KEYS */;
/*!40000 ALTER TABLE `cs_legal_document` ENABLE KEYS */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `cs_manifest_archive` (
  `id` varbinary(1020) NOT NULL,
  `tenant` varbinary(1020) NOT NULL,
  `content` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  PRIMARY KEY (`tenant`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `cs_manifest_archive` DISABLE KEYS */;
/*!40000 ALTER TABLE `cs_manifest_archive` ENABLE KEYS */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `cs_migrations` (
  `id` varbinary(1020) NOT NULL,
  `checksum` varbinary(1020) NOT NULL,
  `applied_at` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `cs_migrations` DISABLE KEYS */;
INSERT INTO `cs_migrations` VALUES (0x312D626173656C696E65,0x36656134613236323531393164376265333265346333333135393362303661316131346537396566323365633834633831346332323936666262643265306364,1795343535636);
INSERT INTO `cs_migrations` VALUES (0x322D686F742D706174682D696E6465786573,0x63616563646264643737666663393239373265663461616662663836393732656233393166643861646262656662356133383361336532313763306561383830,1795343535940);
INSERT INTO `cs_migrations` VALUES (0x332D636F6E73656E742D7265636569707473,0x62653361316234356161323066323139636633393538343431316132343438643138386630663866383931613866613832346639633635633635336339633766,1795343536128);
INSERT INTO `cs_migrations` VALUES (0x342D76656E646F722D63686F696365,0x63643234366338616364393065323134333734623765633865303535326133326561303334663332636135373335666233356565376165333330333032623530,1795343536250);
INSERT INTO `cs_migrations` VALUES (0x352D6C6567616C2D646F63756D656E7473,0x31613736626562366539636438623664626539343065386462303965613163346332636535373066336664346537626464376333646265666333316163343731,1795343536397);
INSERT INTO `cs_migrations` VALUES (0x362D6D616E69666573742D61726368697665,0x32303462653332373534623964343431666462643537393930353336346165396430613534656662376238383663613161303565366531386262363433363735,1795343536785);
INSERT INTO `cs_migrations` VALUES (0x372D6964656E746974792D6C696E6B73,0x65306664646238316634653939616639646637636637383030393337353365356336393838626431393339333264666139396662643936663333373063316231,1795343537052);
INSERT INTO `cs_migrations` VALUES (0x382D6578706572696D656E742D73756D6D6172696573,0x65636330373762653639373232613635376332306233613630393738313564656632363233366338383532313639363065666666346139633535666534383834,1795343537432);
/*!40000 ALTER TABLE `cs_migrations` ENABLE KEYS */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `cs_policy_decision` (
  `id` varbinary(1020) NOT NULL,
  `tenant` varbinary(1020) NOT NULL,
  `policy_id` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `fingerprint` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `matched_by` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `model` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `country` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `region` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL,
  `language` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `manifest_revision` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `policy` mediumtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `created_at` bigint(20) NOT NULL,
  `texts_digest` varbinary(1020) DEFAULT NULL,
  PRIMARY KEY (`tenant`,`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `cs_policy_decision` DISABLE KEYS */;
INSERT INTO `cs_policy_decision` VALUES (0x7270645F3252524A57586B68756D4B6664556E4A50346443474653665A376F63,0x74,'europe','ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','country','opt-in',NULL,NULL,'de','rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr','{\"id\":\"europe\",\"model\":\"opt-in\",\"prompt\":\"choice\",\"scope\":[\"experience\",\"functionality\",\"marketing\",\"measurement\"],\"scopeMode\":\"permissive\",\"preselectedCategories\":[],\"actions\":{\"allowed\":[\"accept\",\"customize\",\"reject\"],\"required\":[\"accept\",\"reject\"],\"equivalent\":[[\"accept\",\"reject\"]]},\"rights\":[\"disclosure\",\"preferences\"],\"validity\":{\"choiceMs\":31536000000,\"noticeMs\":31536000000},\"privacySignals\":{\"gpc\":{\"denyCategories\":[]}},\"copyRevision\":null,\"proof\":{\"storeIp\":true,\"storeUserAgent\":true,\"storeLanguage\":true}}',1893456000250,0x74747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474);
INSERT INTO `cs_policy_decision` VALUES (0x7270645F46323658564C6477507358645A70594651544A5A6D58515A4A5274,0x74,'europe','ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','country','opt-in','DE',NULL,'de','rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr','{\"id\":\"europe\",\"model\":\"opt-in\",\"prompt\":\"choice\",\"scope\":[\"experience\",\"functionality\",\"marketing\",\"measurement\"],\"scopeMode\":\"permissive\",\"preselectedCategories\":[],\"actions\":{\"allowed\":[\"accept\",\"customize\",\"reject\"],\"required\":[\"accept\",\"reject\"],\"equivalent\":[[\"accept\",\"reject\"]]},\"rights\":[\"disclosure\",\"preferences\"],\"validity\":{\"choiceMs\":31536000000,\"noticeMs\":31536000000},\"privacySignals\":{\"gpc\":{\"denyCategories\":[]}},\"copyRevision\":null,\"proof\":{\"storeIp\":true,\"storeUserAgent\":true,\"storeLanguage\":true}}',1893456000250,0x74747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474747474);
/*!40000 ALTER TABLE `cs_policy_decision` ENABLE KEYS */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `cs_subject` (
  `id` varbinary(1020) NOT NULL,
  `tenant` varbinary(1020) NOT NULL,
  `external_id` varbinary(1020) DEFAULT NULL,
  `identity_provider` varbinary(1020) DEFAULT NULL,
  `verified_external_id` varbinary(1020) DEFAULT NULL,
  `created_at` bigint(20) NOT NULL,
  PRIMARY KEY (`id`),
  KEY `cs_subject_link_idx` (`tenant`,`verified_external_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;
/*!40000 ALTER TABLE `cs_subject` DISABLE KEYS */;
INSERT INTO `cs_subject` VALUES (0x7375625F323334353637383941424344454647484A4B4C4D4E505152535455,0x74,0x75736572,0x73686F70,0x75736572,1893456000250);
/*!40000 ALTER TABLE `cs_subject` ENABLE KEYS */;
/*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */;
/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;
/*!40014 SET FOREIGN_KEY_CHECKS=@OLD_FOREIGN_KEY_CHECKS */;
/*!40014 SET UNIQUE_CHECKS=@OLD_UNIQUE_CHECKS */;
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
/*!40101 SET CHARACTER_SET_RESULTS=@OLD_CHARACTER_SET_RESULTS */;
/*!40101 SET COLLATION_CONNECTION=@OLD_COLLATION_CONNECTION */;
/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;
