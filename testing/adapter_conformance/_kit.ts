/**
 * What every case works with.
 *
 * @module
 */

import { createUserMessage } from "../../message.ts";
import type { GenerateOptions } from "../../runtime/request.ts";
import {
  ADAPTER_SCENARIOS,
  type AdapterScenario,
  type AdapterSubject,
  type AdapterTrial,
} from "./adapter_subject.ts";

/** One rule, and how to find out whether an adapter keeps it. */
export interface Rule {
  /** What holds, to follow "that". */
  readonly rule: string;
  /** The scenario it is about, where it is about one. */
  readonly scenario?: AdapterScenario | undefined;
  /** Throws if it does not hold. */
  readonly check: (kit: Kit) => Promise<void>;
}

/** A trial that is ready to be called. */
export interface OpenTrial extends AdapterTrial {
  /** Which one it is. */
  readonly scenario: AdapterScenario;
  /** The request to make. */
  readonly options: GenerateOptions;
}

/** What is wrong with an adapter. */
export interface Fault {
  /** Where it showed. */
  readonly scenario?: AdapterScenario | undefined;
  /** What the rule asks for. */
  readonly expected: string;
  /** What came instead. */
  readonly got: string;
}

/** What one case works with. */
export interface Kit {
  /** The adapter to judge, as its author presents it. */
  readonly subject: AdapterSubject;
  /** Makes a trial, unless its scenario is not supported. */
  open(scenario: AdapterScenario): Promise<OpenTrial | undefined>;
  /** Makes a trial of the first scenario that is supported. */
  openAny(): Promise<OpenTrial | undefined>;
  /** Makes a trial of every scenario that ends by itself, one after the other. */
  each(visit: (trial: OpenTrial) => Promise<void>): Promise<void>;
  /** Waits for so many tasks. */
  tasks(count: number): Promise<void>;
  /** Waits in real time. */
  pause(ms: number): Promise<void>;
  /** Waits for a promise, but not forever. */
  within<T>(promise: Promise<T>, awaited: string): Promise<T>;
  /** Waits until a condition holds, but not forever. */
  until(condition: () => boolean): Promise<boolean>;
  /** Makes the error for a rule that is broken. */
  broken(fault: Fault): Error;
}

/**
 * Makes what one case works with.
 *
 * @param subject The adapter to judge.
 * @param rule The rule.
 * @returns The kit.
 */
export function createKit(subject: AdapterSubject, rule: string): Kit {
  const { patienceMs = 5_000, unsupported = [], provider, model } = subject;
  const left = new Set(unsupported.map(({ scenario }) => scenario));
  // Time may be faked in mid-case, and the case itself must go on.
  const { setTimeout, clearTimeout } = globalThis;

  async function open(
    scenario: AdapterScenario,
  ): Promise<OpenTrial | undefined> {
    if (left.has(scenario)) return undefined;
    const trial = await subject.create(scenario);
    if (trial === undefined) return undefined;
    const options: GenerateOptions = {
      provider,
      model,
      messages: [createUserMessage({ content: "Hello" })],
      ...trial.request,
    };
    return { ...trial, scenario, options };
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => void setTimeout(resolve, ms));
  }

  async function until(condition: () => boolean): Promise<boolean> {
    let late = false;
    const timer = setTimeout(() => late = true, patienceMs);
    while (!condition() && !late) await pause(0);
    clearTimeout(timer);
    return condition();
  }

  function broken({ scenario, expected, got }: Fault): Error {
    const where = scenario === undefined ? "" : `with "${scenario}", `;
    return new Error(
      `Cannot confirm that ${rule}: ${where}expected ${expected}, got ${got}`,
    );
  }

  return {
    subject,
    open,
    async openAny() {
      for (const scenario of ADAPTER_SCENARIOS) {
        const trial = await open(scenario);
        if (trial !== undefined) return trial;
      }
      return undefined;
    },
    async each(visit) {
      for (const scenario of ADAPTER_SCENARIOS) {
        if (scenario === "stall") continue;
        const trial = await open(scenario);
        if (trial !== undefined) await visit(trial);
      }
    },
    async tasks(count) {
      for (let left = count; left > 0; left--) await pause(0);
    },
    pause,
    within(promise, awaited) {
      // Not by `until`: that would make a slow reader of every case.
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          const got = `nothing in ${patienceMs} ms`;
          reject(broken({ expected: awaited, got }));
        }, patienceMs);
        promise.then(resolve, reject).finally(() => clearTimeout(timer));
      });
    },
    until,
    broken,
  };
}
