/**
 * Shifts what `Date` tells by the offset asked for each time. With it the whole local run can be moved on at once, so
 * that nobody has to sit through a visibility timeout to see a dead worker's job come back.
 */
export function shiftDate(offsetMs: () => number): void {
  const RealDate = Date;
  const realNow = RealDate.now.bind(RealDate);
  const now = () => realNow() + offsetMs();
  const ShiftedDate = new Proxy(RealDate, {
    construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    apply: () => new RealDate(now()).toString(),
  });
  RealDate.now = now;
  RealDate.prototype.constructor = ShiftedDate;
  globalThis.Date = ShiftedDate;
}
