/**
 * A private key that signs heads and conclusions. The only implementation keeps it in a file (`keyFile.ts`); a PKCS#11
 * hardware module could be another.
 */
export type Signer = {
  /** `keyId` of the public key. */
  readonly id: string;
  /** SubjectPublicKeyInfo in DER, Base64. */
  readonly publicKey: string;
  /** The SM2 signature (DER, Base64) of a text's UTF-8 bytes with SM3 and the identity 1234567812345678. */
  sign(text: string): Promise<string>;
};
