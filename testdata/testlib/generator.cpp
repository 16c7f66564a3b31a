// Draws an input with testlib: positions of all densities, among them empty boards, full ones, and boards with stones
// of one player alone.
//
//     generator -count DATA_SETS -size LARGEST_SIZE [-seed ANYTHING]
#include "testlib.h"

using namespace std;

int main(int argc, char *argv[]) {
    registerGen(argc, argv, 1);
    int count = opt<int>("count"), largest = opt<int>("size");
    println(count);
    while (count-- > 0) {
        int size = rnd.next(1, largest);
        // In percent; what is beyond 0 to 100 is as 0 or 100.
        int filled = rnd.next(-20, 120), of_x = rnd.next(-20, 120);
        vector<string> x, o;
        for (int row = 1; row <= size; row++) {
            for (char column = 'A'; column < 'A' + size; column++) {
                if (rnd.next(100) < filled) (rnd.next(100) < of_x ? x : o).push_back(column + to_string(row));
            }
        }
        println(size);
        println(x.size(), o.size());
        println(x);
        println(o);
    }
}
