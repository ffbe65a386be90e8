/** Who is responsible for the records of the tests, as an export in a standard form names them. */
export const shopController = {
  name: "Shop GmbH",
  contact: "Data protection officer",
  address: "Hauptstraße 1, 10115 Berlin",
  country: "DE",
  email: "privacy@shop.example",
  phone: "+49 30 123456",
  privacyPolicy: "https://shop.example/privacy",
  withdrawal: "https://shop.example/cookies",
}
