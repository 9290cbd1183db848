import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Assertion, PasskeyRequest } from '@shp/shared/api/factors/factorObjects';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a page or an authenticator says differently from what the server asked for. */
type Lie = { origin?: string; rpId?: string; counter?: number };

const PRESENT = 0x01;
const WITH_CREDENTIAL = 0x40;
const digest = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** An authenticator in software with one passkey: ES256, and a counter that grows with each signature. */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #id = randomBytes(32);
  counter = 0;

  constructor(readonly origin: string) {}

  get id(): string {
    return this.#id.toString('base64url');
  }

  /** The answer to the challenge for a new passkey. */
  register({ challenge, rpId }: Pick<PasskeyRequest, 'challenge' | 'rpId'>, lie: Lie = {}) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]);
    const length = Buffer.from([0, this.#id.length]);
    const credential = [Buffer.alloc(16), length, this.#id, Buffer.from(isoCBOR.encode(key))];
    const authData = Buffer.concat([this.#data(rpId, PRESENT | WITH_CREDENTIAL, lie), ...credential]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Uint8Array.from(authData)],
    ]);
    return {
      id: this.id,
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
      clientDataJSON: this.#client('webauthn.create', challenge, lie).toString('base64url'),
    };
  }

  /** The signed answer to the challenge of a login. */
  answer({ challenge, rpId }: PasskeyRequest, lie: Lie = {}): Assertion {
    this.counter += 1;
    const data = this.#data(rpId, PRESENT, lie);
    const client = this.#client('webauthn.get', challenge, lie);
    const signature = sign('sha256', Buffer.concat([data, digest(client)]), this.#keys.privateKey);
    return {
      id: this.id,
      authenticatorData: data.toString('base64url'),
      clientDataJSON: client.toString('base64url'),
      signature: signature.toString('base64url'),
    };
  }

  #data(rpId: string, flags: number, lie: Lie): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lie.counter ?? this.counter);
    return Buffer.concat([digest(lie.rpId ?? rpId), Buffer.from([flags]), counter]);
  }

  #client(type: string, challenge: string, lie: Lie): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: lie.origin ?? this.origin, crossOrigin: false }));
  }
}
