CREATE TABLE "Other_consent" (
      id text not null, tenant text not null, subject_id text not null, type text not null,
      domain text not null, given_at integer not null, created_at integer not null, valid_until integer,
      preferences text, metadata text, jurisdiction text, model text, consent_action text,
      ui_source text, tc_string text, ip_address text, user_agent text, language text,
      decision_id text, decision_source text, experiment_id text, experiment_arm text,
      time_to_decision_ms integer, content_digest text not null, "choice" text, "vendor_choice" text, "document_id" text, primary key (tenant, id)
    );
INSERT INTO "Other_consent" VALUES('cns_1','t','sub_23456789ABCDEFGHJKLMNPQRSTU','cookie_banner','example.com',1,1893456000250,1924992000000,'{"necessary":true,"marketing":false}','{"ключ ":"Ünïcödé 🍪"}','GDPR','opt-in','custom','banner',NULL,'192.0.2.0','Browser/1.0','de','rpd_2dNAA4xGN2Y7Qxnyy7JXec33Up7j','write_time_fallback','button-colour','green',1234,'706cbf5d0a86efde5b369b9ef2dca7676a55e03b95d430ef7f92c7ec9cec0864','[{"at":1893456000000,"kind":"choice-v1","fingerprint":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","no":["marketing"]}]','{"version":1,"confirmedAt":1893456000000,"grants":{"acme":true}}',NULL);
INSERT INTO "Other_consent" VALUES('cns_2','t','sub_23456789ABCDEFGHJKLMNPQRSTU','cookie_banner','example.com',2,1893456000250,1924992000000,'{"necessary":true,"marketing":false}','{"page":"/start"}','GDPR','opt-in','custom','banner',NULL,'192.0.2.0','Browser/1.0','de','rpd_2WA8a8Bq5MuLUBaZynjtmRGbBmXC','write_time_fallback','button-colour','green',1234,'706cbf5d0a86efde5b369b9ef2dca7676a55e03b95d430ef7f92c7ec9cec0864','[{"at":1893456000000,"kind":"choice-v1","fingerprint":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","no":["marketing"]}]','{"version":1,"confirmedAt":1893456000000,"grants":{"acme":true}}',NULL);
CREATE TABLE "Other_legal_document" (
      id text not null, tenant text not null, type text not null, version text not null, hash text not null,
      effective_date integer not null, ranking integer not null, primary key (tenant, id)
    );
CREATE TABLE "Other_manifest_archive" (
      id text not null, tenant text not null, content text not null, primary key (tenant, id)
    );
CREATE TABLE "Other_migrations" (
    id text not null, checksum text not null, applied_at integer not null, primary key (id)
  );
INSERT INTO "Other_migrations" VALUES('1-baseline','02fd3893f7c6f618db7c755158305efdee2d8c7a179963827da2f73477c73880',1795343527769);
INSERT INTO "Other_migrations" VALUES('2-hot-path-indexes','bfccc53d3a6a8f6290bd5909f59e8b62c1f31dad4eec75862982c4b2193bb3f1',1795343527793);
INSERT INTO "Other_migrations" VALUES('3-consent-receipts','7b4394f8d6867a7905e16dee1ae7db36c40f3dfda987aae85fb8825b3503cd07',1795343527825);
INSERT INTO "Other_migrations" VALUES('4-vendor-choice','eb6735f39f6bf25c1ca1cfaeeea7d57a8438f892ca1b93be9eac369674cfad01',1795343527838);
INSERT INTO "Other_migrations" VALUES('5-legal-documents','0060f200cc23c13063fbc284b60ffdb9f72041b3232db0e2fbbd3ed730b78496',1795343527869);
INSERT INTO "Other_migrations" VALUES('6-manifest-archive','c75c4b3d0a00a39a064e19224e59823491a8192fe20f8f8da1bb4f716f139ff5',1795343527959);
INSERT INTO "Other_migrations" VALUES('7-identity-links','fa352dc80d15ee2c9bf3a81b52c8d7fa9a1e4670b3474442a050fab14e12da03',1795343527993);
INSERT INTO "Other_migrations" VALUES('8-experiment-summaries','903b5a57d8a99a91d8e79da7db9ed742afbbd4b7ce0e6988b02f5e058342e9be',1795343528025);
CREATE TABLE "Other_policy_decision" (
      id text not null, tenant text not null, policy_id text not null, fingerprint text not null,
      matched_by text not null, model text not null, country text, region text, language text not null,
      manifest_revision text not null, policy text not null, created_at integer not null, "texts_digest" text,
      primary key (tenant, id)
    );
INSERT INTO "Other_policy_decision" VALUES('rpd_2dNAA4xGN2Y7Qxnyy7JXec33Up7j','t','europe','ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','country','opt-in','DE',NULL,'de','rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr','{"id":"europe","model":"opt-in","prompt":"choice","scope":["experience","functionality","marketing","measurement"],"scopeMode":"permissive","preselectedCategories":[],"actions":{"allowed":["accept","customize","reject"],"required":["accept","reject"],"equivalent":[["accept","reject"]]},"rights":["disclosure","preferences"],"validity":{"choiceMs":31536000000,"noticeMs":31536000000},"privacySignals":{"gpc":{"denyCategories":[]}},"copyRevision":null,"proof":{"storeIp":true,"storeUserAgent":true,"storeLanguage":true}}',1893456000250,'tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt');
INSERT INTO "Other_policy_decision" VALUES('rpd_2WA8a8Bq5MuLUBaZynjtmRGbBmXC','t','europe','ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','country','opt-in',NULL,NULL,'de','rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr','{"id":"europe","model":"opt-in","prompt":"choice","scope":["experience","functionality","marketing","measurement"],"scopeMode":"permissive","preselectedCategories":[],"actions":{"allowed":["accept","customize","reject"],"required":["accept","reject"],"equivalent":[["accept","reject"]]},"rights":["disclosure","preferences"],"validity":{"choiceMs":31536000000,"noticeMs":31536000000},"privacySignals":{"gpc":{"denyCategories":[]}},"copyRevision":null,"proof":{"storeIp":true,"storeUserAgent":true,"storeLanguage":true}}',1893456000250,'tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt');
CREATE TABLE "Other_subject" (
      id text not null, tenant text not null, external_id text, identity_provider text,
      verified_external_id text, created_at integer not null, primary key (id)
    );
INSERT INTO "Other_subject" VALUES('sub_23456789ABCDEFGHJKLMNPQRSTU','t','user','shop','user',1893456000250);
CREATE TABLE "cs_consent" (
      id text not null, tenant text not null, subject_id text not null, type text not null,
      domain text not null, given_at integer not null, created_at integer not null, valid_until integer,
      preferences text, metadata text, jurisdiction text, model text, consent_action text,
      ui_source text, tc_string text, ip_address text, user_agent text, language text,
      decision_id text, decision_source text, experiment_id text, experiment_arm text,
      time_to_decision_ms integer, content_digest text not null, "choice" text, "vendor_choice" text, "document_id" text, primary key (tenant, id)
    );
INSERT INTO "cs_consent" VALUES('cns_1','t','sub_23456789ABCDEFGHJKLMNPQRSTU','cookie_banner','example.com',1,1893456000250,1924992000000,'{"necessary":true,"marketing":false}','{"ключ ":"Ünïcödé 🍪"}','GDPR','opt-in','custom','banner',NULL,'192.0.2.0','Browser/1.0','de','rpd_2uSLHWqQ569YEGiYBhjZhGbz2sNS','write_time_fallback','button-colour','green',1234,'706cbf5d0a86efde5b369b9ef2dca7676a55e03b95d430ef7f92c7ec9cec0864','[{"at":1893456000000,"kind":"choice-v1","fingerprint":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","no":["marketing"]}]','{"version":1,"confirmedAt":1893456000000,"grants":{"acme":true}}',NULL);
INSERT INTO "cs_consent" VALUES('cns_2','t','sub_23456789ABCDEFGHJKLMNPQRSTU','cookie_banner','example.com',2,1893456000250,1924992000000,'{"necessary":true,"marketing":false}','{"page":"/start"}','GDPR','opt-in','custom','banner',NULL,'192.0.2.0','Browser/1.0','de','rpd_NFwZHtMWL7CSVCqCCYsEMrUxhho','write_time_fallback','button-colour','green',1234,'706cbf5d0a86efde5b369b9ef2dca7676a55e03b95d430ef7f92c7ec9cec0864','[{"at":1893456000000,"kind":"choice-v1","fingerprint":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","no":["marketing"]}]','{"version":1,"confirmedAt":1893456000000,"grants":{"acme":true}}',NULL);
CREATE TABLE "cs_legal_document" (
      id text not null, tenant text not null, type text not null, version text not null, hash text not null,
      effective_date integer not null, ranking integer not null, primary key (tenant, id)
    );
CREATE TABLE "cs_manifest_archive" (
      id text not null, tenant text not null, content text not null, primary key (tenant, id)
    );
CREATE TABLE "cs_migrations" (
    id text not null, checksum text not null, applied_at integer not null, primary key (id)
  );
INSERT INTO "cs_migrations" VALUES('1-baseline','3470e222893e58bdefdbe31f84b49da4cfed7dad1a7c07d160d8b8be4f979af4',1795343527255);
INSERT INTO "cs_migrations" VALUES('2-hot-path-indexes','7228909d0dc2393b25e8db79d03d87f1a83ef3b1f6029b7fc1674514ec242820',1795343527260);
INSERT INTO "cs_migrations" VALUES('3-consent-receipts','5757b0e14ac38083bf6565fec0e7cb898a3aeb94620fd41691b06ae339747aac',1795343527308);
INSERT INTO "cs_migrations" VALUES('4-vendor-choice','905d015fd1c22b1d937554fa550ecd89bf69d5ef7e3b7e4b3a5c8d91f688ba2b',1795343527337);
INSERT INTO "cs_migrations" VALUES('5-legal-documents','fe33914f3df2608a685ba618368f42d002ef50b776b954d46344d4d70827b7c2',1795343527396);
INSERT INTO "cs_migrations" VALUES('6-manifest-archive','2f3db66030ea92a8acbc03599a521a7a82be4eab9c17f882a7eee7b168f5f734',1795343527415);
INSERT INTO "cs_migrations" VALUES('7-identity-links','2d85844af963bfe8cb616edd7e46af018f7e6bb518116c9a1dc3c47e3ad4c59d',1795343527445);
INSERT INTO "cs_migrations" VALUES('8-experiment-summaries','40329a8925f09673b9682a838765888b5df13388cb48d4f9715ab4d0a3d54720',1795343527462);
CREATE TABLE "cs_policy_decision" (
      id text not null, tenant text not null, policy_id text not null, fingerprint text not null,
      matched_by text not null, model text not null, country text, region text, language text not null,
      manifest_revision text not null, policy text not null, created_at integer not null, "texts_digest" text,
      primary key (tenant, id)
    );
INSERT INTO "cs_policy_decision" VALUES('rpd_2uSLHWqQ569YEGiYBhjZhGbz2sNS','t','europe','ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','country','opt-in','DE',NULL,'de','rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr','{"id":"europe","model":"opt-in","prompt":"choice","scope":["experience","functionality","marketing","measurement"],"scopeMode":"permissive","preselectedCategories":[],"actions":{"allowed":["accept","customize","reject"],"required":["accept","reject"],"equivalent":[["accept","reject"]]},"rights":["disclosure","preferences"],"validity":{"choiceMs":31536000000,"noticeMs":31536000000},"privacySignals":{"gpc":{"denyCategories":[]}},"copyRevision":null,"proof":{"storeIp":true,"storeUserAgent":true,"storeLanguage":true}}',1893456000250,'tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt');
INSERT INTO "cs_policy_decision" VALUES('rpd_NFwZHtMWL7CSVCqCCYsEMrUxhho','t','europe','ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff','country','opt-in',NULL,NULL,'de','rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr','{"id":"europe","model":"opt-in","prompt":"choice","scope":["experience","functionality","marketing","measurement"],"scopeMode":"permissive","preselectedCategories":[],"actions":{"allowed":["accept","customize","reject"],"required":["accept","reject"],"equivalent":[["accept","reject"]]},"rights":["disclosure","preferences"],"validity":{"choiceMs":31536000000,"noticeMs":31536000000},"privacySignals":{"gpc":{"denyCategories":[]}},"copyRevision":null,"proof":{"storeIp":true,"storeUserAgent":true,"storeLanguage":true}}',1893456000250,'tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt');
CREATE TABLE "cs_subject" (
      id text not null, tenant text not null, external_id text, identity_provider text,
      verified_external_id text, created_at integer not null, primary key (id)
    );
INSERT INTO "cs_subject" VALUES('sub_23456789ABCDEFGHJKLMNPQRSTU','t','user','shop','user',1893456000250);
CREATE INDEX "cs_consent_subject_idx" on "cs_consent" (subject_id, tenant);
CREATE INDEX "cs_subject_link_idx" on "cs_subject"
    (tenant, verified_external_id) where "verified_external_id" is not null;
CREATE INDEX "cs_consent_experiment_idx" on "cs_consent"
    (tenant, experiment_id, given_at) where "experiment_id" is not null;
CREATE INDEX "Other_consent_subject_idx" on "Other_consent" (subject_id, tenant);
CREATE INDEX "Other_subject_link_idx" on "Other_subject"
    (tenant, verified_external_id) where "verified_external_id" is not null;
CREATE INDEX "Other_consent_experiment_idx" on "Other_consent"
    (tenant, experiment_id, given_at) where "experiment_id" is not null;
