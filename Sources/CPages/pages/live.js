import { tell } from "./api.js";

// A scene with edits that are not saved, and its newest build. `built` takes a build, and resolves when it is seen;
// `failed` takes what the program answered instead.
export class Live {
  constructor(built, failed) {
    Object.assign(this, { built, failed, scene: null, build: null });
    this.clear();
  }
  clear() { Object.assign(this, { edits: [], past: [], future: [], drag: null }); }
  open(scene, edits) {
    this.clear();
    Object.assign(this, { scene, edits, build: null });
    return this.ask();
  }
  // Requests a build of the current edits and resolves when it is shown. At most one request runs; the newest edits are
  // sent next.
  ask() {
    this.isWanted = true;
    return this.asking ??= this.run().finally(() => { this.asking = null; });
  }
  async run() {
    while (this.isWanted) {
      this.isWanted = false;
      const { scene, edits } = this;
      try {
        const build = await tell("builds", { scene, edits });
        if (scene === this.scene) await this.take(build);
      } catch (error) {
        if (scene !== this.scene || this.isWanted) continue;
        this.isValid = false;
        this.failed(error);
      }
    }
  }
  async take(build) {
    Object.assign(this, { build, isValid: true });
    await this.built(build);
  }
  // A file of the scene was changed: `build` is what it is now, without edits.
  changed(build) { return this.edits.length ? this.ask() : this.take(build); }

  // Lays an edit over the text. All edits of one `drag` are one step of undo.
  edit(edit, drag = null) {
    if (!drag || drag !== this.drag) this.past.push(this.edits);
    this.future = [];
    this.drag = drag;
    // A fix names a line and a column of the text that the edits before it made: these stay.
    const fixed = this.edits.findLastIndex((old) => !("path" in old));
    this.edits = [...this.edits.filter((old, i) => i <= fixed || !("path" in edit) || old.file !== edit.file || old.path !== edit.path), edit];
    return this.ask();
  }
  // Takes an edit back; without a place, ends a drag.
  drop(file, path) {
    this.drag = null;
    if (!this.edited(file, path)) return;
    this.past.push(this.edits);
    this.future = [];
    this.edits = this.edits.filter((edit) => edit.file !== file || edit.path !== path);
    return this.ask();
  }
  edited(file, path) { return this.edits.findLast((edit) => edit.file === file && edit.path === path); }
  step(from, to) {
    if (!from.length) return;
    to.push(this.edits);
    this.edits = from.pop();
    this.drag = null;
    return this.ask();
  }
  // Writes the edited files. If they are no longer what they were, the edits are laid over what they are now.
  async save() {
    await this.asking;
    if (!this.isValid) return "Not saved: there are mistakes";
    const { edits } = this;
    try {
      const { written } = await tell("save", { build: this.build.id });
      const later = this.edits.filter((edit) => !edits.includes(edit));
      this.clear();
      this.edits = later;
      return `Saved: ${written.join(", ")}`;
    } catch (error) {
      return `Not saved: ${error.message}`;
    } finally {
      this.ask();
    }
  }
  undo() { return this.step(this.past, this.future); }
  redo() { return this.step(this.future, this.past); }
  reset() {
    if (!this.edits.length) return;
    this.past.push(this.edits);
    [this.edits, this.future, this.drag] = [[], [], null];
    return this.ask();
  }
}
