import assert from 'node:assert/strict';

/** A browser's session with a dashboard: the cookie of its URL, and the messages of its streams. */
export class PageSession {
  readonly url: URL;
  readonly cookie: string;

  /** @param url - with the token, as the command prints it. */
  static async open(url: URL): Promise<PageSession> {
    const first = await fetch(url, { redirect: 'manual' });
    return new PageSession(url, first.headers.get('set-cookie')?.replace(/;.*/, '') ?? '');
  }

  private constructor(url: URL, cookie: string) {
    this.url = url;
    this.cookie = cookie;
  }

  get(path: string): Promise<Response> {
    return fetch(new URL(path, this.url), { headers: { cookie: this.cookie } });
  }

  /** Returns the data of the first message of a stream that a check accepts. */
  async message<Data>(path: string, name: string, isMeant: (data: Data) => boolean): Promise<Data> {
    const { body } = await this.get(path);
    assert.ok(body);
    let text = '';
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      const events = (text + piece).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const [, found, json = ''] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
        const data = JSON.parse(json) as Data;
        if (found === name && isMeant(data)) return data;
      }
    }
    throw new Error(`the stream ended without a message ${name}`);
  }
}
