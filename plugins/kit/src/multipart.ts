/** Writes and reads multipart/form-data. */

export interface HeldFile {
  name: string;
  mediaType: string;
  content: Uint8Array<ArrayBuffer>;
}

export async function encodeMultipart(
  fields: Record<string, string | HeldFile>,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, new Blob([value.content], { type: value.mediaType }), value.name);
  }
  const encoded = new Response(form);
  return {
    bytes: new Uint8Array(await encoded.arrayBuffer()),
    type: encoded.headers.get('content-type') ?? 'multipart/form-data',
  };
}

/** A file as simulators see it in a body. */
export interface SimulatedFile {
  name: string;
  mediaType: string;
  base64: string;
}

export async function decodeMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<Record<string, string | SimulatedFile>> {
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const fields: Record<string, string | SimulatedFile> = {};
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else {
      const base64 = Buffer.from(await value.arrayBuffer()).toString('base64');
      fields[name] = { name: value.name, mediaType: value.type, base64 };
    }
  }
  return fields;
}
