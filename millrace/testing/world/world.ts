import type { SweepReport } from '../../api/sweep.ts';
import type { OutcomeName } from '../../consumer/outcome.ts';
import type { RunningJob } from '../../consumer/work.ts';
import type { ConfidentialOption, OptionsWith } from '../../definition/confidential-option.ts';
import type { JobDefinition, PayloadInput } from '../../definition/job-definition.ts';
import type { MessageAttribute } from '../../message/delivery.ts';
import type { Edit } from '../../ops/redrive/edit-message.ts';
import type { RedriveReport } from '../../ops/redrive/redrive-report.ts';
import type { EnqueueOptions } from '../../producer/enqueue-options.ts';
import type { CancelAnswer } from '../../record/cancel-job.ts';
import type { JobRecord, StoredConfidential, StoredMessage } from '../../record/job-record.ts';
import type { Fault } from './faults.ts';
import type { LogLine } from './recorded-log.ts';
import type { MoveTaskEnd } from './run-move-task.ts';
import type { WorkTools } from './work-tools.ts';

/** A fake job's work: what it is given as any handler is, and what it can do to the world. */
export type WorldWork<Job extends JobDefinition> = (job: RunningJob<Job>, tools: WorkTools) => unknown;

export interface DeliverOptions {
  /** Of the queue, where the job has priorities. Default: the last. */
  readonly priority?: string;
  /** Messages to receive at most. Default: the event source's batch size. */
  readonly most?: number;
  /** Of the function's timeout, spent before its handler is called. Default 0. */
  readonly secondsGone?: number;
  /** The worker is frozen at its timeout and wakes later. Default: its process ends. */
  readonly wakesAfterTimeout?: boolean;
}

/** What became of one batch. */
export interface Delivered {
  readonly messages: number;
  readonly deleted: number;
  readonly kept: number;
  /** Why the whole batch stays, where it does. */
  readonly because?: string;
  /** Ids of the messages that the function's answer names; absent where it gave none. */
  readonly failedIds?: readonly string[];
}

/** A message where it lies, seen without receiving it. */
export interface LyingMessage {
  readonly messageId: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, MessageAttribute>>;
  readonly traceHeader: string | undefined;
  readonly groupId: string | undefined;
  readonly receiveCount: number;
  readonly state: 'visible' | 'in flight' | 'delayed';
}

/** A job with a delay that SQS does not know. */
export interface WaitingJob {
  readonly jobId: string;
  /** ISO instant. */
  readonly dueAt: string;
}

export interface RedriveOptions {
  readonly onlyId?: string;
  readonly dryRun?: boolean;
  /** A person has checked what the job's replay rule asks for. */
  readonly checked?: boolean;
  /** A person says that an effect of that one job, whose end is unknown, did not happen. */
  readonly notDone?: boolean;
  /** Changes the payload of that one job. */
  readonly edit?: Edit;
  /** Of the dead-letter queue, where the job has priorities. Default: the last. */
  readonly priority?: string;
}

export interface ApiRequest {
  readonly route: 'POST /jobs/{type}' | 'GET /jobs/{id}' | 'DELETE /jobs/{id}';
  /** Of a job; the type is the world's own. */
  readonly id?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The body, parsed: whoever looks into it knows what it is. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  readonly json: any;
}

/** The job's queue, named as the destination; or no destination: each where SQS knows that it came from. */
export type MoveDestination = 'source' | 'where-it-came-from';

/** The world that a journey is told in: one job type, its queue, its workers, its records. */
export interface World<Job extends JobDefinition> {
  /** Epoch milliseconds of the world. */
  now(): number;
  /** Enqueues a job as any producer does. Answers its id. */
  send(payload: PayloadInput<Job>, ...options: OptionsWith<EnqueueOptions, ConfidentialOption<Job>>): Promise<string>;
  /** Puts a message on the job's queue that no producer of ours made. Answers its message id. */
  sendRaw(body: string, attributes?: Readonly<Record<string, MessageAttribute>>, traceHeader?: string): Promise<string>;
  /** Receives once, invokes the function, acts on its answer. */
  deliver(options?: DeliverOptions): Promise<Delivered>;
  /** Delivers, and moves the clock on, until the job's queue is empty. */
  drain(priority?: string): Promise<void>;
  advance(seconds: number): void;
  /** Puts other code in place: the workers that start from now on have it. */
  deploy<Newer extends JobDefinition>(job: Newer, work: WorldWork<Newer>): void;
  /** Changes attributes of the job's queue by hand, as somebody might in the console. */
  patchQueue(attributes: Readonly<Record<string, string>>): Promise<void>;
  /** Something will go wrong. A world that stops before it did so fails. */
  fault(fault: Fault): void;
  record(id: string): Promise<JobRecord | undefined>;
  /** Cancels a job, or asks the run that holds it to. */
  cancel(id: string): Promise<CancelAnswer>;
  /** Calls the HTTP API as a signed request does. Undefined: its process died, and nobody answered. */
  api(request: ApiRequest): Promise<ApiAnswer | undefined>;
  /** Runs the sweeper once, as its schedule does each minute. Undefined: its process died. */
  sweep(): Promise<SweepReport | undefined>;
  /** What is kept of a dead job's message beside its record. */
  storedMessage(id: string, deathId: string): Promise<StoredMessage | undefined>;
  /** What stands beside a job's record as its confidential data. */
  storedConfidential(id: string): Promise<StoredConfidential | undefined>;
  /** How deliveries ended, in order: of this job, or of all. */
  outcomes(jobId?: string): readonly OutcomeName[];
  readonly log: readonly LogLine[];
  /** How often each effect happened. */
  readonly effects: ReadonlyMap<string, number>;
  messages(priority?: string): readonly LyingMessage[];
  deadLetters(priority?: string): readonly LyingMessage[];
  /** The jobs that wait outside of their queue. */
  delayed(): readonly WaitingJob[];
  /** Takes the dead-letter queue as the operator's verb does: all of it, or the one message with this id. */
  redrive(options?: RedriveOptions): Promise<RedriveReport>;
  /** Lets SQS's own move task take the dead-letter queue, as AWS's console does. */
  moveNatively(destination: MoveDestination, priority?: string): Promise<MoveTaskEnd>;
  /** Requests that reached the engines while this went on, by action. */
  requestsDuring(run: () => Promise<unknown>): Promise<Readonly<Record<string, number>>>;
  stop(): Promise<void>;
}
