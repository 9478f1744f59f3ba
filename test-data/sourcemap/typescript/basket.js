"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.Kitchen = exports.Basket = void 0;
// What the compiler is given: classes that CommonJS exports, each member of which throws. Node runs it as it is, too.
class Basket {
    constructor(full) {
        if (full)
            throw new Error('the basket is full');
    }
    total() {
        throw new Error('no price');
    }
    static of() {
        throw new Error('of nothing');
    }
    async later() {
        await null;
        throw new Error('too late');
    }
}
exports.Basket = Basket;
const Kitchen = class {
    cook() {
        throw new Error('no pan');
    }
};
exports.Kitchen = Kitchen;
const calls = [
    () => new Basket().total(), () => Basket.of(), () => new Basket().later(), () => new Basket(true), () => new exports.Kitchen().cook(),
];
async function main() {
    for (const call of calls) {
        try {
            await call();
        }
        catch (error) {
            console.log(error.stack.split('\n').slice(0, 2).join('\n'));
        }
    }
}
main();
//# sourceMappingURL=basket.js.map