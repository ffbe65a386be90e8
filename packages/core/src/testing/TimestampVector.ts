/**
 * A time stamp of the vectors' checkpoint of eight entries, made by OpenSSL 3.0: `openssl ts -query -sha256 -cert`, then
 * `openssl ts -reply` with a key made for it.
 */
import { decodeBase64 } from "../digest/Base64.js"

const bytesOf = (text: string): Uint8Array => decodeBase64(text) ?? new Uint8Array()

/** What was stamped, by whom does not matter, and when. */
export const timestampVector = {
  query: bytesOf("MEMCAQEwMTANBglghkgBZQMEAgEFAAQgc3ikNzHs1t6JzX507I5h8WM0tXYRW8rNdntqMDlXVgACCGnmOWI//SOBAQH/"),
  /** As in the query. */
  nonce: Uint8Array.of(0x69, 0xe6, 0x39, 0x62, 0x3f, 0xfd, 0x23, 0x81),
  answer: bytesOf(
    [
      "MIIDfjADAgEAMIIDdQYJKoZIhvcNAQcCoIIDZjCCA2ICAQMxDzANBglghkgBZQMEAgEFADByBgsqhkiG9w0BCRABBKBjBGEwXwIB",
      "AQYEKgMEATAxMA0GCWCGSAFlAwQCAQUABCBzeKQ3MezW3onNfnTsjmHxYzS1dhFbys12e2owOVdWAAIBARgPMjAyNjExMjUxMTE1",
      "MDFaMAMCAQECCGnmOWI//SOBoIIBlDCCAZAwggE3oAMCAQICFH1wooODre9dSa2X3YC1wqAKIvJRMAoGCCqGSM49BAMCMBIxEDAO",
      "BgNVBAMMB1Rlc3QgQ0EwHhcNMjYxMTI1MTExNTAwWhcNMzYxMTIyMTExNTAwWjATMREwDwYDVQQDDAhUZXN0IFRTQTBZMBMGByqG",
      "SM49AgEGCCqGSM49AwEHA0IABJdQrwOIlilwO3iZ60RHCL+8RSNQsmsPyOXK6A5HibIaBLt6hM64lTQUI0OHMbHOw8U28gh916xh",
      "KmzQFJ1Ih6SjajBoMBYGA1UdJQEB/wQMMAoGCCsGAQUFBwMIMA4GA1UdDwEB/wQEAwIHgDAdBgNVHQ4EFgQUC7sm9CLpz4wP4ROG",
      "hPcCALfH17IwHwYDVR0jBBgwFoAUoa2HMawbIIn/5ndyoewyqRk1xWgwCgYIKoZIzj0EAwIDRwAwRAIgYYVIq0GMKZPweEr349TW",
      "WIFCZCzISaeFciSNlf76vwICIFiRk7CjQWr8et3mvw3LsYa051SBEnfqrKBr+vtm6HESMYIBPjCCAToCAQEwKjASMRAwDgYDVQQD",
      "DAdUZXN0IENBAhR9cKKDg63vXUmtl92AtcKgCiLyUTANBglghkgBZQMEAgEFAKCBpDAaBgkqhkiG9w0BCQMxDQYLKoZIhvcNAQkQ",
      "AQQwHAYJKoZIhvcNAQkFMQ8XDTI2MTEyNTExMTUwMVowLwYJKoZIhvcNAQkEMSIEIIiyRaMN2LDjHKQXpJs1VsVoHJrTi/+g4w7U",
      "FvNOSVsFMDcGCyqGSIb3DQEJEAIvMSgwJjAkMCIEIOE95NChVIxd9CmNQcr+UPoq5kDEqKm5CA//W/IbiNdXMAoGCCqGSM49BAMC",
      "BEcwRQIhAN8woN35jv3Wn2DzmjzMFI2C357Bb3a5df11hxYGemoCAiAO1jKwBQ7VmIN9LZA5k+v2TJtaor7KwuPb3uUi3QNXhg==",
    ].join(""),
  ),
  time: Date.parse("2026-11-25T11:15:01Z"),
}
