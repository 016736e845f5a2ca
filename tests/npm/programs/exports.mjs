// Imports every entry it is told, and prints the names that each exports.

// deno-lint-ignore-file no-console

const names = {};
for (const entry of process.argv.slice(2)) {
  names[entry] = Object.keys(await import(entry)).sort();
}
console.log(JSON.stringify(names));
