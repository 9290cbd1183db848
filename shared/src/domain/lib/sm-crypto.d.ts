declare module 'sm-crypto/src/sm3/index.js' {
  export default function digest(input: string | ArrayLike<number>): string;
}
