CREATE TABLE public."Other_consent" (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    subject_id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    domain text NOT NULL COLLATE pg_catalog."C",
    given_at bigint NOT NULL,
    created_at bigint NOT NULL,
    valid_until bigint,
    preferences text,
    metadata text,
    jurisdiction text,
    model text,
    consent_action text,
    ui_source text,
    tc_string text,
    ip_address text,
    user_agent text,
    language text,
    decision_id text COLLATE pg_catalog."C",
    decision_source text,
    experiment_id text COLLATE pg_catalog."C",
    experiment_arm text COLLATE pg_catalog."C",
    time_to_decision_ms bigint,
    content_digest text NOT NULL COLLATE pg_catalog."C",
    choice text,
    vendor_choice text,
    document_id text COLLATE pg_catalog."C"
);
CREATE TABLE public."Other_legal_document" (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    version text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    effective_date bigint NOT NULL,
    ranking bigint NOT NULL
);
CREATE TABLE public."Other_manifest_archive" (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL
);
CREATE TABLE public."Other_migrations" (
    id text NOT NULL COLLATE pg_catalog."C",
    checksum text NOT NULL COLLATE pg_catalog."C",
    applied_at bigint NOT NULL
);
CREATE TABLE public."Other_policy_decision" (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    policy_id text NOT NULL,
    fingerprint text NOT NULL,
    matched_by text NOT NULL,
    model text NOT NULL,
    country text,
    region text,
    language text NOT NULL,
    manifest_revision text NOT NULL,
    policy text NOT NULL,
    created_at bigint NOT NULL,
    texts_digest text COLLATE pg_catalog."C"
);
CREATE TABLE public."Other_subject" (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    external_id text COLLATE pg_catalog."C",
    identity_provider text COLLATE pg_catalog."C",
    verified_external_id text COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
CREATE TABLE public.cs_consent (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    subject_id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    domain text NOT NULL COLLATE pg_catalog."C",
    given_at bigint NOT NULL,
    created_at bigint NOT NULL,
    valid_until bigint,
    preferences text,
    metadata text,
    jurisdiction text,
    model text,
    consent_action text,
    ui_source text,
    tc_string text,
    ip_address text,
    user_agent text,
    language text,
    decision_id text COLLATE pg_catalog."C",
    decision_source text,
    experiment_id text COLLATE pg_catalog."C",
    experiment_arm text COLLATE pg_catalog."C",
    time_to_decision_ms bigint,
    content_digest text NOT NULL COLLATE pg_catalog."C",
    choice text,
    vendor_choice text,
    document_id text COLLATE pg_catalog."C"
);
CREATE TABLE public.cs_legal_document (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    version text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL COLLATE pg_catalog."C",
    effective_date bigint NOT NULL,
    ranking bigint NOT NULL
);
CREATE TABLE public.cs_manifest_archive (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    content text NOT NULL
);
CREATE TABLE public.cs_migrations (
    id text NOT NULL COLLATE pg_catalog."C",
    checksum text NOT NULL COLLATE pg_catalog."C",
    applied_at bigint NOT NULL
);
CREATE TABLE public.cs_policy_decision (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    policy_id text NOT NULL,
    fingerprint text NOT NULL,
    matched_by text NOT NULL,
    model text NOT NULL,
    country text,
    region text,
    language text NOT NULL,
    manifest_revision text NOT NULL,
    policy text NOT NULL,
    created_at bigint NOT NULL,
    texts_digest text COLLATE pg_catalog."C"
);
CREATE TABLE public.cs_subject (
    id text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    external_id text COLLATE pg_catalog."C",
    identity_provider text COLLATE pg_catalog."C",
    verified_external_id text COLLATE pg_catalog."C",
    created_at bigint NOT NULL
);
INSERT INTO public."Other_consent" VALUES ('cns_1', 't', 'sub_23456789ABCDEFGHJKLMNPQRSTU', 'cookie_banner', 'example.com', 1, 1893456000250, 1924992000000, '{"necessary":true,"marketing":false}', '{"ключ ":"Ünïcödé 🍪"}', 'GDPR', 'opt-in', 'custom', 'banner', NULL, '192.0.2.0', 'Browser/1.0', 'de', 'rpd_3GNf3KGqyQYNhfUbNrr17ffDSHzr', 'write_time_fallback', 'button-colour', 'green', 1234, '706cbf5d0a86efde5b369b9ef2dca7676a55e03b95d430ef7f92c7ec9cec0864', '[{"at":1893456000000,"kind":"choice-v1","fingerprint":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","no":["marketing"]}]', '{"version":1,"confirmedAt":1893456000000,"grants":{"acme":true}}', NULL);
INSERT INTO public."Other_consent" VALUES ('cns_2', 't', 'sub_23456789ABCDEFGHJKLMNPQRSTU', 'cookie_banner', 'example.com', 2, 1893456000250, 1924992000000, '{"necessary":true,"marketing":false}', '{"page":"/start"}', 'GDPR', 'opt-in', 'custom', 'banner', NULL, '192.0.2.0', 'Browser/1.0', 'de', 'rpd_32a8qX5ChH4knUcwEekYu5JQYKp9', 'write_time_fallback', 'button-colour', 'green', 1234, '706cbf5d0a86efde5b369b9ef2dca7676a55e03b95d430ef7f92c7ec9cec0864', '[{"at":1893456000000,"kind":"choice-v1","fingerprint":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","no":["marketing"]}]', '{"version":1,"confirmedAt":1893456000000,"grants":{"acme":true}}', NULL);
INSERT INTO public."Other_migrations" VALUES ('1-baseline', '7c7a2bef2283d2295699ece3aca7b7fea9f49597d8c1535c880d21b58ea30dbf', 1795343531176);
INSERT INTO public."Other_migrations" VALUES ('2-hot-path-indexes', 'bfccc53d3a6a8f6290bd5909f59e8b62c1f31dad4eec75862982c4b2193bb3f1', 1795343531200);
INSERT INTO public."Other_migrations" VALUES ('3-consent-receipts', '7b4394f8d6867a7905e16dee1ae7db36c40f3dfda987aae85fb8825b3503cd07', 1795343531432);
INSERT INTO public."Other_migrations" VALUES ('4-vendor-choice', 'eb6735f39f6bf25c1ca1cfaeeea7d57a8438f892ca1b93be9eac369674cfad01', 1795343531580);
INSERT INTO public."Other_migrations" VALUES ('5-legal-documents', '94f55654084d27f5c74af88eb97d21a3124fc5014024362f3990174799e730ff', 1795343531814);
INSERT INTO public."Other_migrations" VALUES ('6-manifest-archive', '54b83546aaa5112ad66d57a307451f6bbd2db8c4692c228a1f384eb359325bef', 1795343532060);
INSERT INTO public."Other_migrations" VALUES ('7-identity-links', 'fa352dc80d15ee2c9bf3a81b52c8d7fa9a1e4670b3474442a050fab14e12da03', 1795343532170);
INSERT INTO public."Other_migrations" VALUES ('8-experiment-summaries', '903b5a57d8a99a91d8e79da7db9ed742afbbd4b7ce0e6988b02f5e058342e9be', 1795343532274);
INSERT INTO public."Other_policy_decision" VALUES ('rpd_3GNf3KGqyQYNhfUbNrr17ffDSHzr', 't', 'europe', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', 'country', 'opt-in', 'DE', NULL, 'de', 'rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr', '{"id":"europe","model":"opt-in","prompt":"choice","scope":["experience","functionality","marketing","measurement"],"scopeMode":"permissive","preselectedCategories":[],"actions":{"allowed":["accept","customize","reject"],"required":["accept","reject"],"equivalent":[["accept","reject"]]},"rights":["disclosure","preferences"],"validity":{"choiceMs":31536000000,"noticeMs":31536000000},"privacySignals":{"gpc":{"denyCategories":[]}},"copyRevision":null,"proof":{"storeIp":true,"storeUserAgent":true,"storeLanguage":true}}', 1893456000250, 'tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt');
INSERT INTO public."Other_policy_decision" VALUES ('rpd_32a8qX5ChH4knUcwEekYu5JQYKp9', 't', 'europe', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', 'country', 'opt-in', NULL, NULL, 'de', 'rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr', '{"id":"europe","model":"opt-in","prompt":"choice","scope":["experience","functionality","marketing","measurement"],"scopeMode":"permissive","preselectedCategories":[],"actions":{"allowed":["accept","customize","reject"],"required":["accept","reject"],"equivalent":[["accept","reject"]]},"rights":["disclosure","preferences"],"validity":{"choiceMs":31536000000,"noticeMs":31536000000},"privacySignals":{"gpc":{"denyCategories":[]}},"copyRevision":null,"proof":{"storeIp":true,"storeUserAgent":true,"storeLanguage":true}}', 1893456000250, 'tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt');
INSERT INTO public."Other_subject" VALUES ('sub_23456789ABCDEFGHJKLMNPQRSTU', 't', 'user', 'shop', 'user', 1893456000250);
INSERT INTO public.cs_consent VALUES ('cns_1', 't', 'sub_23456789ABCDEFGHJKLMNPQRSTU', 'cookie_banner', 'example.com', 1, 1893456000250, 1924992000000, '{"necessary":true,"marketing":false}', '{"ключ ":"Ünïcödé 🍪"}', 'GDPR', 'opt-in', 'custom', 'banner', NULL, '192.0.2.0', 'Browser/1.0', 'de', 'rpd_g8p2ozCgXx7kJzJdW48A3AtDQn8', 'write_time_fallback', 'button-colour', 'green', 1234, '706cbf5d0a86efde5b369b9ef2dca7676a55e03b95d430ef7f92c7ec9cec0864', '[{"at":1893456000000,"kind":"choice-v1","fingerprint":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","no":["marketing"]}]', '{"version":1,"confirmedAt":1893456000000,"grants":{"acme":true}}', NULL);
INSERT INTO public.cs_consent VALUES ('cns_2', 't', 'sub_23456789ABCDEFGHJKLMNPQRSTU', 'cookie_banner', 'example.com', 2, 1893456000250, 1924992000000, '{"necessary":true,"marketing":false}', '{"page":"/start"}', 'GDPR', 'opt-in', 'custom', 'banner', NULL, '192.0.2.0', 'Browser/1.0', 'de', 'rpd_GUKivgxPB6PyVA4cVH2V8DzWw9c', 'write_time_fallback', 'button-colour', 'green', 1234, '706cbf5d0a86efde5b369b9ef2dca7676a55e03b95d430ef7f92c7ec9cec0864', '[{"at":1893456000000,"kind":"choice-v1","fingerprint":"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff","no":["marketing"]}]', '{"version":1,"confirmedAt":1893456000000,"grants":{"acme":true}}', NULL);
INSERT INTO public.cs_migrations VALUES ('1-baseline', 'd350acbc018aeabf1f1cdace17e42d3843d3c56dcb6d57c6d2717e885f4af6f8', 1795343529898);
INSERT INTO public.cs_migrations VALUES ('2-hot-path-indexes', '7228909d0dc2393b25e8db79d03d87f1a83ef3b1f6029b7fc1674514ec242820', 1795343530042);
INSERT INTO public.cs_migrations VALUES ('3-consent-receipts', '5757b0e14ac38083bf6565fec0e7cb898a3aeb94620fd41691b06ae339747aac', 1795343530120);
INSERT INTO public.cs_migrations VALUES ('4-vendor-choice', '905d015fd1c22b1d937554fa550ecd89bf69d5ef7e3b7e4b3a5c8d91f688ba2b', 1795343530194);
INSERT INTO public.cs_migrations VALUES ('5-legal-documents', '305fd7627cd8b11796a2b0a95b5df476c865de8c4f7e4db9970bc76cda0f8148', 1795343530322);
INSERT INTO public.cs_migrations VALUES ('6-manifest-archive', '4be6f922abb7de4b0bfe6dffbf21f2ff17d40bb1a77fa6a891f5f5505e1b4ab7', 1795343530574);
INSERT INTO public.cs_migrations VALUES ('7-identity-links', '2d85844af963bfe8cb616edd7e46af018f7e6bb518116c9a1dc3c47e3ad4c59d', 1795343530676);
INSERT INTO public.cs_migrations VALUES ('8-experiment-summaries', '40329a8925f09673b9682a838765888b5df13388cb48d4f9715ab4d0a3d54720', 1795343530687);
INSERT INTO public.cs_policy_decision VALUES ('rpd_g8p2ozCgXx7kJzJdW48A3AtDQn8', 't', 'europe', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', 'country', 'opt-in', 'DE', NULL, 'de', 'rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr', '{"id":"europe","model":"opt-in","prompt":"choice","scope":["experience","functionality","marketing","measurement"],"scopeMode":"permissive","preselectedCategories":[],"actions":{"allowed":["accept","customize","reject"],"required":["accept","reject"],"equivalent":[["accept","reject"]]},"rights":["disclosure","preferences"],"validity":{"choiceMs":31536000000,"noticeMs":31536000000},"privacySignals":{"gpc":{"denyCategories":[]}},"copyRevision":null,"proof":{"storeIp":true,"storeUserAgent":true,"storeLanguage":true}}', 1893456000250, 'tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt');
INSERT INTO public.cs_policy_decision VALUES ('rpd_GUKivgxPB6PyVA4cVH2V8DzWw9c', 't', 'europe', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', 'country', 'opt-in', NULL, NULL, 'de', 'rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr', '{"id":"europe","model":"opt-in","prompt":"choice","scope":["experience","functionality","marketing","measurement"],"scopeMode":"permissive","preselectedCategories":[],"actions":{"allowed":["accept","customize","reject"],"required":["accept","reject"],"equivalent":[["accept","reject"]]},"rights":["disclosure","preferences"],"validity":{"choiceMs":31536000000,"noticeMs":31536000000},"privacySignals":{"gpc":{"denyCategories":[]}},"copyRevision":null,"proof":{"storeIp":true,"storeUserAgent":true,"storeLanguage":true}}', 1893456000250, 'tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt');
INSERT INTO public.cs_subject VALUES ('sub_23456789ABCDEFGHJKLMNPQRSTU', 't', 'user', 'shop', 'user', 1893456000250);
ALTER TABLE ONLY public."Other_consent"
    ADD CONSTRAINT "Other_consent_pkey" PRIMARY KEY (tenant, id);
ALTER TABLE ONLY public."Other_legal_document"
    ADD CONSTRAINT "Other_legal_document_pkey" PRIMARY KEY (tenant, id);
ALTER TABLE ONLY public."Other_manifest_archive"
    ADD CONSTRAINT "Other_manifest_archive_pkey" PRIMARY KEY (tenant, id);
ALTER TABLE ONLY public."Other_migrations"
    ADD CONSTRAINT "Other_migrations_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY public."Other_policy_decision"
    ADD CONSTRAINT "Other_policy_decision_pkey" PRIMARY KEY (tenant, id);
ALTER TABLE ONLY public."Other_subject"
    ADD CONSTRAINT "Other_subject_pkey" PRIMARY KEY (id);
ALTER TABLE ONLY public.cs_consent
    ADD CONSTRAINT cs_consent_pkey PRIMARY KEY (tenant, id);
ALTER TABLE ONLY public.cs_legal_document
    ADD CONSTRAINT cs_legal_document_pkey PRIMARY KEY (tenant, id);
ALTER TABLE ONLY public.cs_manifest_archive
    ADD CONSTRAINT cs_manifest_archive_pkey PRIMARY KEY (tenant, id);
ALTER TABLE ONLY public.cs_migrations
    ADD CONSTRAINT cs_migrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.cs_policy_decision
    ADD CONSTRAINT cs_policy_decision_pkey PRIMARY KEY (tenant, id);
ALTER TABLE ONLY public.cs_subject
    ADD CONSTRAINT cs_subject_pkey PRIMARY KEY (id);
CREATE INDEX "Other_consent_experiment_idx" ON public."Other_consent" USING btree (tenant, experiment_id, given_at) WHERE (experiment_id IS NOT NULL);
CREATE INDEX "Other_consent_subject_idx" ON public."Other_consent" USING btree (subject_id, tenant);
CREATE INDEX "Other_subject_link_idx" ON public."Other_subject" USING btree (tenant, verified_external_id) WHERE (verified_external_id IS NOT NULL);
CREATE INDEX cs_consent_experiment_idx ON public.cs_consent USING btree (tenant, experiment_id, given_at) WHERE (experiment_id IS NOT NULL);
CREATE INDEX cs_consent_subject_idx ON public.cs_consent USING btree (subject_id, tenant);
CREATE INDEX cs_subject_link_idx ON public.cs_subject USING btree (tenant, verified_external_id) WHERE (verified_external_id IS NOT NULL);
