import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { createProducer, InvalidPayloadError, QueueFullError } from 'millrace/producer';
import { noteWrite } from './note-write.ts';

// The queue is found by these names: shop-dev-note-write. Region and credentials are the SDK's affair.
const producer = createProducer({ app: 'shop', stage: 'dev' });

/** `POST /notes` `{ noteId }`: answers at once, and the note is written later, by whoever consumes the queue. */
async function takeNote(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    // What is no note is refused before anything is sent: the cast says only what is meant to come.
    const note = (await json(request)) as { noteId: string };
    const { jobId } = await producer.enqueue(noteWrite, note);
    answer(response, 202, { jobId });
  } catch (error) {
    if (error instanceof QueueFullError) {
      response.setHeader('retry-after', error.seconds);
      return answer(response, 503, { error: 'busy' });
    }
    if (error instanceof InvalidPayloadError) return answer(response, 400, { issues: error.issues });
    if (error instanceof SyntaxError) return answer(response, 400, { error: 'no JSON' });
    // Not known to be sent: the same note again is the same job.
    answer(response, 503, { error: 'try again' });
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const server = createServer((request, response) => void takeNote(request, response));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
process.once('SIGTERM', () => server.close());
