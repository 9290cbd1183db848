declare module 'autocannon' {
  type Request = { method?: string; path?: string; body?: string; headers?: Record<string, string | undefined> };
  type Options = {
    url: string;
    connections: number;
    duration: number;
    requests: { setupRequest(request: Request): Request }[];
  };
  type Instance = Promise<unknown> & {
    on(event: 'response', told: (client: unknown, status: number, bytes: number, milliseconds: number) => void): void;
  };
  export default function autocannon(options: Options): Instance;
}
