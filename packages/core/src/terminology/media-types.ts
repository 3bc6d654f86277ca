/**
 * Subtypes of the standards tree (RFC 6838 section 3.1) that IANA has registered, by top-level type, in lower case.
 * The facts are those of the IANA registry of media types as of March 2025.
 */
const STANDARDS_TREE = {
  application: `
1d-interleaved-parityfec 3gpdash-qoe-report+xml 3gpp-ims+xml 3gpphal+json 3gpphalforms+json a2l ace+cbor ace+json
ace-groupcomm+cbor ace-trl+cbor activemessage activity+json aif+cbor aif+json alto-cdni+json alto-cdnifilter+json
alto-costmap+json alto-costmapfilter+json alto-directory+json alto-endpointcost+json alto-endpointcostparams+json
alto-endpointprop+json alto-endpointpropparams+json alto-error+json alto-networkmap+json alto-networkmapfilter+json
alto-propmap+json alto-propmapparams+json alto-tips+json alto-tipsparams+json alto-updatestreamcontrol+json
alto-updatestreamparams+json aml andrew-inset applefile at+jwt atf atfx atom+xml atomcat+xml atomdeleted+xml
atomicmail atomsvc+xml atsc-dwd+xml atsc-dynamic-event-message atsc-held+xml atsc-rdt+json atsc-rsat+xml atxml
auth-policy+xml automationml-aml+xml automationml-amlx+zip bacnet-xdd+zip batch-smtp beep+xml bufr c2pa calendar+json
calendar+xml call-completion cals-1840 captive+json cbor cbor-seq cccex ccmp+xml ccxml+xml cda+xml cdfx+xml
cdmi-capability cdmi-container cdmi-domain cdmi-object cdmi-queue cdni ce+cbor cea cea-2018+xml cellml+xml cfw
cid-edhoc+cbor-seq city+json city+json-seq clr clue+xml clue_info+xml cms cnrp+xml coap-eap coap-group+json
coap-payload commonground concise-problem-details+cbor conference-info+xml cose cose-key cose-key-set cose-x509
cpl+xml csrattrs csta+xml cstadata+xml csvm+json cwl cwl+json cwl+yaml cwt cybercash dash+xml dash-patch+xml dashdelta
davmount+xml dca-rft dcd dec-dx dialog-info+xml dicom dicom+json dicom+xml dii dit dns dns+json dns-message dots+cbor
dpop+jwt dskpp+xml dssc+der dssc+xml dvcs eat+cwt eat+jwt eat-bun+cbor eat-bun+json eat-ucs+cbor eat-ucs+json
edhoc+cbor-seq edi-consent edi-x12 edifact efi elm+json elm+xml emergencycalldata.cap+xml
emergencycalldata.comment+xml emergencycalldata.control+xml emergencycalldata.deviceinfo+xml
emergencycalldata.ecall.msd emergencycalldata.legacyesn+json emergencycalldata.providerinfo+xml
emergencycalldata.serviceinfo+xml emergencycalldata.subscriberinfo+xml emergencycalldata.veds+xml emma+xml
emotionml+xml encaprtp entity-statement+jwt epp+xml epub+zip eshop exi expect-ct-report+json express fastinfoset
fastsoap fdf fdt+xml fhir+json fhir+xml fits flexfec font-sfnt font-tdpfr font-woff framework-attributes+xml geo+json
geo+json-seq geopackage+sqlite3 geopose+json geoxacml+json geoxacml+xml gltf-buffer gml+xml gnap-binding-jws
gnap-binding-jwsd gnap-binding-rotation-jws gnap-binding-rotation-jwsd grib gzip h224 held+xml hl7v2+xml http
hyperstudio ibe-key-request+xml ibe-pkg-reply+xml ibe-pp-data iges im-iscomposing+xml index index.cmd index.obj
index.response index.vnd inkml+xml iotp ipfix ipp isup its+xml java-archive jf2feed+json jose jose+json jrd+json
jscalendar+json jscontact+json json json-patch+json json-seq jsonpath jwk+json jwk-set+json jwk-set+jwt jwt
kpml-request+xml kpml-response+xml ld+json lgr+xml link-format linkset linkset+json load-control+xml logout+jwt
lost+xml lostsync+xml lpf+zip lxf mac-binhex40 macwriteii mads+xml manifest+json marc marcxml+xml mathematica
mathml+xml mathml-content+xml mathml-presentation+xml mbms-associated-procedure-description+xml mbms-deregister+xml
mbms-envelope+xml mbms-msk+xml mbms-msk-response+xml mbms-protection-description+xml mbms-reception-report+xml
mbms-register+xml mbms-register-response+xml mbms-schedule+xml mbms-user-service-description+xml mbox
media-policy-dataset+xml media_control+xml mediaservercontrol+xml merge-patch+json metalink4+xml mets+xml mf4 mikey
mipc missing-blocks+cbor-seq mmt-aei+xml mmt-usd+xml mods+xml moss-keys moss-signature mosskey-data mosskey-request
mp21 mp4 mpeg4-generic mpeg4-iod mpeg4-iod-xmt mrb-consumer+xml mrb-publish+xml msc-ivr+xml msc-mixer+xml msword
mud+json multipart-core mxf n-quads n-triples nasdata news-checkgroups news-groupinfo news-transmission nlsml+xml node
nss oauth-authz-req+jwt oblivious-dns-message ocsp-request ocsp-response octet-stream oda odm+xml odx
oebps-package+xml ogg ohttp-keys opc-nodeset+xml oscore oxps p21 p21+zip p2p-overlay+xml parityfec passport
patch-ops-error+xml pdf pdx pem-certificate-chain pgp-encrypted pgp-keys pgp-signature pidf+xml pidf-diff+xml pkcs10
pkcs12 pkcs7-mime pkcs7-signature pkcs8 pkcs8-encrypted pkix-attr-cert pkix-cert pkix-crl pkix-pkipath pkixcmp pls+xml
poc-settings+xml postscript ppsp-tracker+json private-token-issuer-directory private-token-request
private-token-response problem+json problem+xml provenance+xml provided-claims+jwt pskc+xml pvd+json qsig raptorfec
rdap+json rdf+xml reginfo+xml relax-ng-compact-syntax reputon+json resolve-response+jwt resource-lists+xml
resource-lists-diff+xml rfc+xml riscos rlmi+xml rls-services+xml route-apd+xml route-s-tsid+xml route-usd+xml
rpki-checklist rpki-ghostbusters rpki-manifest rpki-publication rpki-roa rpki-signed-tal rpki-updown rtf rtploopback
rtx samlassertion+xml samlmetadata+xml sarif+json sarif-external-properties+json sbe sbml+xml scaip+xml scim+json
scvp-cv-request scvp-cv-response scvp-vp-request scvp-vp-response sdp secevent+jwt senml+cbor senml+json senml+xml
senml-etch+cbor senml-etch+json senml-exi sensml+cbor sensml+json sensml+xml sensml-exi sep+xml sep-exi session-info
set-payment set-payment-initiation set-registration set-registration-initiation sgml sgml-open-catalog shf+xml sieve
simple-filter+xml simple-message-summary simplesymbolcontainer sipc slate smil+xml smpte336m soap+fastinfoset soap+xml
sparql-query sparql-results+xml spdx+json spirits-event+xml sql srgs srgs+xml sru+xml sslkeylogfile ssml+xml st2110-41
stix+json stratum swid+cbor swid+xml tamp-apex-update tamp-apex-update-confirm tamp-community-update
tamp-community-update-confirm tamp-error tamp-sequence-adjust tamp-sequence-adjust-confirm tamp-status-query
tamp-status-response tamp-update tamp-update-confirm taxii+json td+json tei+xml tetra_isi thraud+xml timestamp-query
timestamp-reply timestamped-data tlsrpt+gzip tlsrpt+json tm+json tnauthlist toc+cbor token-introspection+jwt toml
trickle-ice-sdpfrag trig trust-chain+json trust-mark+jwt trust-mark-delegation+jwt ttml+xml tve-trigger tzif tzif-leap
uccs+cbor ujcs+json ulpfec urc-grpsheet+xml urc-ressheet+xml urc-targetdesc+xml urc-uisocketdesc+xml vc vc+cose vc+jwt
vcard+json vcard+xml vemmi voicexml+xml voucher-cms+json voucher-jws+json vp vp+cose vp+jwt vq-rtcpxr wasm
watcherinfo+xml webpush-options+json whoispp-query whoispp-response widget wita wordperfect5.1 wsdl+xml wspolicy+xml
x400-bp xacml+xml xcap-att+xml xcap-caps+xml xcap-diff+xml xcap-el+xml xcap-error+xml xcap-ns+xml
xcon-conference-info+xml xcon-conference-info-diff+xml xenc+xml xfdf xhtml+xml xliff+xml xml xml-dtd
xml-external-parsed-entity xml-patch+xml xmpp+xml xop+xml xslt+xml xv+xml yaml yang yang-data+cbor yang-data+json
yang-data+xml yang-patch+json yang-patch+xml yang-sid+json yin+xml zip zlib zstd
`,
  audio: `
1d-interleaved-parityfec 32kadpcm 3gpp 3gpp2 aac ac3 amr amr-wb amr-wb+ aptx asc atrac-advanced-lossless atrac-x
atrac3 basic bv16 bv32 clearmode cn dat12 dls dsr-es201108 dsr-es202050 dsr-es202211 dsr-es202212 dv dvi4 eac3
encaprtp evrc evrc-qcp evrc0 evrc1 evrcb evrcb0 evrcb1 evrcnw evrcnw0 evrcnw1 evrcwb evrcwb0 evrcwb1 evs flac flexfec
fwdred g711-0 g719 g722 g7221 g723 g726-16 g726-24 g726-32 g726-40 g728 g729 g7291 g729d g729e gsm gsm-efr gsm-hr-08
ilbc ip-mr_v2.5 l16 l20 l24 l8 lpc matroska melp melp1200 melp2400 melp600 mhas midi-clip mobile-xmf mp4 mp4a-latm mpa
mpa-robust mpeg mpeg4-generic ogg opus parityfec pcma pcma-wb pcmu pcmu-wb qcelp raptorfec red rtp-enc-aescm128
rtp-midi rtploopback rtx scip smv smv-qcp smv0 sofa sp-midi speex t140c t38 telephone-event tetra_acelp tetra_acelp_bb
tone tsvcis uemclip ulpfec usac vdvi vmr-wb vorbis vorbis-config
`,
  font: `
collection otf sfnt ttf woff woff2
`,
  image: `
aces apng avci avcs avif bmp cgm dicom-rle dpx emf fits g3fax gif heic heic-sequence heif heif-sequence hej2k ief j2c
jaii jais jls jp2 jpeg jph jphc jpm jpx jxl jxr jxra jxrs jxs jxsc jxsi jxss ktx ktx2 naplps png pwg-raster svg+xml
t38 tiff tiff-fx webp wmf
`,
  message: `
bhttp cpim delivery-status disposition-notification external-body feedback-report global global-delivery-status
global-disposition-notification global-headers http imdn+xml mls ohttp-req ohttp-res partial rfc822 sip sipfrag
tracking-status
`,
  model: `
3mf e57 gltf+json gltf-binary iges jt mesh mtl obj prc step step+xml step+zip step-xml+zip stl u3d vrml
x3d+fastinfoset x3d+xml x3d-vrml
`,
  multipart: `
alternative appledouble byteranges digest encrypted form-data header-set mixed multilingual parallel related report
signed voice-message
`,
  text: `
1d-interleaved-parityfec cache-manifest calendar cql cql-expression cql-identifier css csv csv-schema directory dns
encaprtp enriched fhirpath flexfec fwdred gff3 grammar-ref-list hl7v2 html javascript jcr-cnd markdown mizar n3
parameters parityfec plain provenance-notation raptorfec red rfc822-headers richtext rtf rtp-enc-aescm128 rtploopback
rtx sgml shaclc shex spdx strings t140 tab-separated-values troff turtle ulpfec uri-list vcard vtt wgsl xml
xml-external-parsed-entity
`,
  video: `
1d-interleaved-parityfec 3gpp 3gpp-tt 3gpp2 av1 bmpeg bt656 celb dv encaprtp evc ffv1 flexfec h261 h263 h263-1998
h263-2000 h264 h264-rcdo h264-svc h265 h266 iso.segment jpeg jpeg2000 jxsv lottie+json matroska matroska-3d mj2 mp1s
mp2p mp2t mp4 mp4v-es mpeg mpeg4-generic mpv nv ogg parityfec pointer quicktime raptorfec raw rtp-enc-aescm128
rtploopback rtx scip smpte291 smpte292m ulpfec vc1 vc2 vp8 vp9
`,
} as const;

const registered: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(STANDARDS_TREE).map(([type, subtypes]) => [type, new Set(subtypes.trim().split(/\s+/))]),
);

/** Type and subtype (RFC 6838 section 4.2), parameters allowed. */
const MEDIA_TYPE = /^([a-z]+)\/([a-z0-9][a-z0-9!#$&^_.+-]{0,126})(?:\s*;.*)?$/;
/**
 * Vendor, personal and unregistered tree (RFC 6838 sections 3.2 to 3.4): open to everyone, so that no list can be
 * complete.
 */
const OPEN_TREE = /^(?:vnd\.|prs\.|x\.|x-)./;

/**
 * Whether IANA has registered a media type, in lower case; of the trees that are open to everyone each well-formed name
 * counts.
 */
export function isRegisteredMediaType(mediaType: string): boolean {
  const [, type = '', subtype = ''] = MEDIA_TYPE.exec(mediaType) ?? [];
  const subtypes = registered.get(type);
  return subtypes !== undefined && (subtypes.has(subtype) || OPEN_TREE.test(subtype));
}
