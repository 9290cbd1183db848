/**
 * A private key that signs heads and conclusions. The one that there is keeps it in a file (`keyFile.ts`); a hardware
 * module with PKCS#11 would be another one, with the same two texts and one operation.
 */
export type Signer = {
  /** `keyId` of the public key. */
  readonly id: string;
  /** SubjectPublicKeyInfo in DER, Base64. */
  readonly publicKey: string;
  /** The SM2 signature (DER, Base64) of a text's UTF-8 bytes with SM3 and the identity 1234567812345678. */
  sign(text: string): Promise<string>;
};
